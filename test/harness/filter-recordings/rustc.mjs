// @ts-check
const warnings = `use std::collections::HashMap;
use std::collections::BTreeMap;

#[allow(unused_assignments)]
fn main() {
    let first = 1;
    let second = 2;
    let mut third = 3;
    println!("{}", third);
    if (third == 3) {
        println!("three");
    }
}

fn never() {}
fn neverAgain() {}
`;

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  {
    case: 'success',
    command: 'rustc main.rs',
    files: { 'main.rs': warnings },
    keep: ['unused_imports', 'main.rs:2:5', 'main.rs:7:9', '9 warnings emitted'],
  },
  {
    case: 'tiny',
    command: 'rustc main.rs',
    files: { 'main.rs': 'fn main() {\n    let a = 1;\n}\n' },
  },
  {
    case: 'failure',
    command: 'rustc --edition 2021 main.rs',
    files: {
      'main.rs': `${warnings}\nfn broken(count: u32) -> String {\n    let text: &str = count;\n    text.missing()\n}\n`,
    },
    keep: ['error[E0308]: mismatched types', '19 |     let text: &str = count;'],
  },
  {
    case: 'huge',
    command: 'rustc --crate-type lib lib.rs',
    files: {
      'lib.rs': Array.from(
        { length: 150 },
        (_, at) => `fn never_${at}() {\n    let value_${at} = ${at};\n}\n`,
      ).join('\n'),
    },
    keep: ['lib.rs:598:9', 'never_149', '300 warnings emitted'],
  },
];
