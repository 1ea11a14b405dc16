// @ts-check
const manifest =
  '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n';
const version = 'cargo clippy --version';
const tool = 'cargo-clippy';
const hide = /** @type {const} */ ([[/target\(s\) in \d+\.\d+s/g, 'target(s) in 0.42s']]);

/** @param {number} at */
function module(at) {
  return `use std::collections::HashMap;

pub fn total_${at}(prices: &Vec<i32>) -> i32 {
    let unused_${at} = 3;
    let mut sum = 0;
    for index in 0..prices.len() {
        sum = sum + prices[index];
    }
    return sum;
}

pub fn name_${at}(name: &String) -> bool {
    if name.len() == 0 {
        return true;
    }
    return false;
}

fn never_${at}() {
    std::fs::remove_file("x");
}
`;
}

/**
 * @param {number} modules
 * @param {string} [more]
 */
function project(modules, more = '') {
  const names = Array.from({ length: modules }, (_, at) => at);
  return {
    'Cargo.toml': manifest,
    'src/lib.rs': names.map((at) => `pub mod part_${at};\n`).join('') + more,
    ...Object.fromEntries(names.map((at) => [`src/part_${at}.rs`, module(at)])),
  };
}

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  {
    case: 'success',
    command: 'cargo clippy',
    tool,
    version,
    hide,
    files: project(3),
    keep: [
      'clippy::needless_range_loop',
      'src/part_2.rs:9:5',
      'warning: `shop` (lib) generated 33 warnings',
      'unused_imports',
    ],
  },
  { case: 'tiny', command: 'cargo clippy', tool, version, hide, files: project(0) },
  {
    case: 'failure',
    command: 'cargo clippy --all-targets',
    tool,
    version,
    hide,
    files: project(1, 'pub fn broken() -> u32 {\n    missing("a")\n}\n'),
    keep: ['3 |     missing("a")', 'error[E0425]'],
  },
  {
    case: 'denied',
    command: 'cargo clippy -- -D warnings',
    tool,
    version,
    hide,
    files: project(3),
    keep: ['error: could not compile `shop` (lib) due to 33 previous errors', 'src/part_2.rs:9:5'],
  },
  {
    case: 'huge',
    command: 'cargo clippy',
    tool,
    version,
    hide,
    files: project(30),
    keep: ['clippy::needless_return', 'src/part_29.rs:9:5', 'generated 330 warnings'],
  },
  {
    case: 'colour',
    command: 'cargo clippy',
    tool,
    version,
    hide,
    colour: true,
    files: project(2),
    keep: ['clippy::len_zero', 'src/part_1.rs:13:8'],
  },
];
