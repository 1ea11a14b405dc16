// @ts-check
/**
 * A workspace of crates that depend on each other, without a registry.
 *
 * @param {number} count
 * @param {(index: number) => string} [body]
 * @returns {Record<string, string>}
 */
function workspace(count, body = () => '') {
  /** @type {Record<string, string>} */
  const files = {
    'Cargo.toml': '[workspace]\nmembers = ["crates/*", "app"]\nresolver = "2"\n',
    'app/Cargo.toml': manifest('app', count - 1),
    'app/src/main.rs': `fn main() {\n    println!("sum {}", part_${count - 1}::value());\n}\n`,
  };
  for (let index = 0; index < count; index += 1) {
    const folder = `crates/part-${index}`;
    const before = index === 0 ? '1' : `part_${index - 1}::value() + 1`;
    files[`${folder}/Cargo.toml`] = manifest(`part-${index}`, index - 1);
    files[`${folder}/src/lib.rs`] = `pub fn value() -> u32 {\n    ${before}\n}\n${body(index)}`;
  }
  return files;
}

/**
 * @param {string} name
 * @param {number} dependency
 */
function manifest(name, dependency) {
  const needs =
    dependency < 0
      ? ''
      : `part-${dependency} = { path = "../${name === 'app' ? 'crates/' : ''}part-${dependency}" }\n`;
  return `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n${needs}`;
}

/** @param {number} index */
const unusedParts = (index) =>
  `\nfn unused_${index}(left: u32, right: u32) -> u32 {\n    let total = left;\n    left\n}\n`;

const broken = `
pub fn name() -> String {
    let name: String = 42;
    name
}

pub fn borrow() -> usize {
    let text = String::from("moved");
    let other = text;
    missing_function(other);
    text.len()
}
`;

const one = {
  'Cargo.toml': manifest('app', -1),
  'src/main.rs': 'fn main() {\n    println!("Running every job");\n}\n',
};

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  { case: 'success', command: 'cargo build', files: workspace(40) },
  {
    case: 'warnings',
    command: 'cargo check --workspace',
    files: workspace(12, (index) => (index % 4 === 0 ? unusedParts(index) : '')),
  },
  {
    case: 'failure',
    command: 'cargo build --workspace',
    files: workspace(20, (index) => (index === 12 ? broken : '')),
  },
  {
    case: 'colour',
    command: 'cargo build',
    files: workspace(20, (index) => (index === 19 ? broken : '')),
    colour: true,
  },
  {
    case: 'terminal',
    command: 'cargo build',
    files: workspace(30),
    env: { CARGO_TERM_PROGRESS_WHEN: 'always', CARGO_TERM_PROGRESS_WIDTH: '80' },
    terminal: true,
  },
  { case: 'huge', command: 'cargo build --verbose', files: workspace(100), seconds: 600 },
  { case: 'tiny', command: 'cargo build', files: one, prepare: 'cargo build' },
  { case: 'run', command: 'cargo run', files: one },
  {
    case: 'run-panics',
    command: 'cargo run',
    env: { RUST_BACKTRACE: '0' },
    files: {
      ...one,
      'src/main.rs':
        'fn main() {\n    let jobs: Vec<u32> = Vec::new();\n    println!("first job {}", jobs[0]);\n}\n',
    },
  },
  { case: 'doc', command: 'cargo doc --no-deps', files: workspace(8) },
  {
    case: 'install',
    command: 'cargo install --path app',
    files: workspace(6),
    env: { CARGO_INSTALL_ROOT: 'installed' },
  },
  {
    case: 'no-such-crate',
    command: 'cargo build',
    hide: [[/\/tmp\/absent/g, '/absent']],
    files: { ...one, 'Cargo.toml': `${manifest('app', -1)}absent = { path = "../absent" }\n` },
  },
];
