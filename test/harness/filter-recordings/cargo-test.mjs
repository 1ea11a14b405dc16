// @ts-check
const manifest = '[package]\nname = "ledger"\nversion = "0.1.0"\nedition = "2021"\n';
const tool = 'cargo';
const env = { RUST_BACKTRACE: '0' };

/** @param {string} body */
function library(body) {
  return { 'Cargo.toml': manifest, 'src/lib.rs': body };
}

/** @param {string} body */
function tests(body) {
  return `#[cfg(test)]\nmod tests {\n${body}\n}\n`;
}

/**
 * @param {number} count
 * @param {string} prefix
 */
function passing(count, prefix) {
  return Array.from(
    { length: count },
    (_, index) =>
      `    #[test]\n    fn ${prefix}_${String(index)}() { assert!(${String(index)} < 1000); }`,
  ).join('\n');
}

/** @param {number} count */
function failing(count) {
  return Array.from({ length: count }, (_, index) => {
    const n = String(index);
    return `    #[test]\n    fn balance_${n}() {\n        println!("account ${n}");\n        assert_eq!(${n}, ${n} + 1, "account ${n} is off");\n    }`;
  }).join('\n');
}

const documented = `/// Adds.\n///\n/// \`\`\`\n/// assert_eq!(ledger::add(1, 2), 3);\n/// \`\`\`\npub fn add(a: i64, b: i64) -> i64 { a + b }\n`;

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
const rows = [
  {
    case: 'success',
    command: 'cargo test',
    files: {
      ...library(`${documented}${tests(passing(24, 'adds'))}`),
      'tests/round_trip.rs': passing(6, 'round_trip'),
      'tests/import.rs': passing(4, 'import'),
    },
    keep: [
      'test result: ok. 24 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out',
      'test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out',
    ],
  },
  { case: 'tiny', command: 'cargo test --lib', files: library(tests(passing(1, 'adds'))) },
  {
    case: 'failure',
    command: 'cargo test',
    files: library(
      `${documented}${tests(
        `${passing(60, 'adds')}
    #[test]
    fn subtracts() {
        println!("about to subtract");
        let left: i64 = 5 - 3;
        assert_eq!(left, 3);
    }
    #[test]
    fn reads_missing_file() { std::fs::read_to_string("no-such-file.txt").unwrap(); }
    #[test]
    fn returns_an_error() -> Result<(), String> { Err("the ledger is closed".into()) }
    #[test]
    #[should_panic]
    fn must_panic() {}
    #[test]
    #[ignore = "needs a bank"]
    fn talks_to_the_bank() {}`,
      )}`,
    ),
    keep: ['about to subtract', '  left: 2', ' right: 3', 'the ledger is closed'],
  },
  {
    case: 'huge',
    command: 'cd . && cargo test --workspace 2>&1 | tail -1000',
    tool,
    files: library(tests(`${passing(700, 'adds')}\n${failing(2)}`)),
  },
  {
    case: 'green-342-lines',
    command: 'cargo test --workspace --no-fail-fast',
    files: {
      ...library(`${documented}${tests(passing(250, 'adds'))}`),
      'tests/round_trip.rs': passing(30, 'round_trip'),
      'tests/import.rs': passing(33, 'import'),
    },
  },
  {
    case: 'many-failures',
    command: 'cargo test',
    files: library(tests(`${passing(200, 'adds')}\n${failing(25)}`)),
  },
  {
    case: 'compile-error',
    command: 'cargo test',
    files: library(
      `pub fn add(a: i64, b: i64) -> i64 { let unused = 1; a + b }\n${tests(
        '    #[test]\n    fn adds() { let x: i64 = "one"; super::add(x, 1); }',
      )}`,
    ),
  },
  {
    case: 'warnings',
    command: 'cargo test --all-targets',
    files: library(
      `pub fn add(a: i64, b: i64) -> i64 { let unused = 1; a + b }\n${tests(
        `    #[test]\n    fn writes() { std::fs::remove_file("x"); }\n${passing(40, 'adds')}`,
      )}`,
    ),
    keep: ['unused variable: `unused`', 'unused `Result` that must be used'],
  },
  {
    case: 'misleading-names-and-prints',
    command: 'cargo test -- --nocapture --test-threads=1',
    files: library(
      tests(
        `    #[test]\n    fn error_is_reported() {}
    #[test]
    fn failure_failed() { println!("error: this is only printed"); }
    #[test]
    fn prints_results() {
        println!("test tests::other ... ok");
        println!("---- tests::other stdout ----");
        println!("test result: FAILED. 0 passed; 9 failed; 0 ignored; 0 measured; 0 filtered out");
        println!("failures:");
        println!("    tests::other");
        panic!("after the prints");
    }
${passing(20, 'adds')}`,
      ),
    ),
    keep: ['error: this is only printed', 'after the prints'],
  },
  {
    case: 'crash',
    command: 'cargo test',
    files: library(
      tests(
        `${passing(60, 'adds')}\n    #[test]\n    fn aborts() {\n        std::thread::sleep(std::time::Duration::from_millis(400));\n        std::process::abort();\n    }`,
      ),
    ),
    keep: ['signal: 6, SIGABRT'],
  },
  {
    case: 'quiet',
    command: 'cargo test -q',
    files: library(tests(`${passing(300, 'adds')}\n${failing(3)}`)),
  },
  {
    case: 'targets',
    command: 'cargo test --no-fail-fast',
    files: {
      ...library(`${documented}${tests(passing(30, 'adds'))}`),
      'tests/first.rs': `${passing(10, 'first')}\n${failing(1)}`,
      'tests/second.rs': `${passing(10, 'second')}\n${failing(2)}`,
      'tests/third.rs': passing(10, 'third'),
    },
    keep: ['tests/first.rs', 'tests/second.rs'],
  },
  {
    case: 'backtraces',
    command: 'RUST_BACKTRACE=1 cargo test --lib',
    tool,
    files: library(tests(`${passing(60, 'adds')}\n${failing(4)}`)),
  },
  {
    case: 'coloured-in-a-terminal',
    command: 'cargo test',
    terminal: true,
    files: library(tests(`${passing(40, 'adds')}\n${failing(1)}`)),
  },
];

export const recordings = rows.map((row) => ({ env, ...row }));
