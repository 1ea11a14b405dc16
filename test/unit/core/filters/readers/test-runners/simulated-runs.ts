import fc from 'fast-check';

/** One test of a run that was made up. */
export interface SimulatedTest {
  readonly name: string;
  readonly isFailed: boolean;
  readonly prints: readonly string[];
}

/** How a runner would print it. `name` is how a failed test is named there. */
export interface SimulatedRunner {
  print(tests: readonly SimulatedTest[]): readonly string[];
  name(test: SimulatedTest): string;
}

const word = fc.stringMatching(/^[a-z]{3,8}(?:_(?:error|failed|ok|passed|is_1))?$/);
/** Of a program under test: also what looks like the words of runners. */
const print = fc.oneof(
  fc.stringMatching(/^[ -~]{0,30}$/),
  fc.constantFrom(
    'ok',
    'PASS',
    'FAILED',
    '  7 passing (3ms)',
    'error: printed',
    '1..3',
    '> x@1.0.0 test',
  ),
);

export const simulatedTests: fc.Arbitrary<readonly SimulatedTest[]> = fc
  .uniqueArray(
    fc.record({
      name: word,
      isFailed: fc.boolean(),
      prints: fc.array(print, { maxLength: 3 }),
    }),
    { selector: ({ name }) => name, minLength: 1, maxLength: 40 },
  )
  .map((tests) => tests.map((test, at) => ({ ...test, name: `${test.name}_${String(at)}` })));

function failedOf(tests: readonly SimulatedTest[]): readonly SimulatedTest[] {
  return tests.filter(({ isFailed }) => isFailed);
}

function counts(tests: readonly SimulatedTest[]): { failed: string; passed: string; all: string } {
  const failed = failedOf(tests).length;
  return {
    failed: String(failed),
    passed: String(tests.length - failed),
    all: String(tests.length),
  };
}

const cargo: SimulatedRunner = {
  name: ({ name }) => name,
  print: (tests) => {
    const { failed, passed, all } = counts(tests);
    return [
      '   Compiling ledger v0.1.0 (/work)',
      '     Running unittests src/lib.rs (target/debug/deps/ledger-0123456789abcdef)',
      '',
      `running ${all} tests`,
      ...tests.map(({ name, isFailed }) => `test ${name} ... ${isFailed ? 'FAILED' : 'ok'}`),
      '',
      'failures:',
      ...failedOf(tests).flatMap(({ name, prints }) => [
        '',
        `---- ${name} stdout ----`,
        ...prints,
        `thread '${name}' (1) panicked at src/lib.rs:7:9:`,
      ]),
      '',
      'failures:',
      ...failedOf(tests).map(({ name }) => `    ${name}`),
      '',
      `test result: FAILED. ${passed} passed; ${failed} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s`,
    ];
  },
};

const pytest: SimulatedRunner = {
  name: ({ name }) => name,
  print: (tests) => {
    const { failed, passed } = counts(tests);
    return [
      '============================= test session starts ==============================',
      'platform linux -- Python 3.11.7, pytest-9.0.3, pluggy-1.6.0',
      `test_a.py ${tests.map(({ isFailed }) => (isFailed ? 'F' : '.')).join('')} [100%]`,
      '',
      '=================================== FAILURES ===================================',
      ...failedOf(tests).flatMap(({ name, prints }) => [
        `_____________ ${name} _____________`,
        '',
        `E       AssertionError: ${name}`,
        'test_a.py:5: AssertionError',
        '----------------------------- Captured stdout call -----------------------------',
        ...prints,
      ]),
      '=========================== short test summary info ============================',
      ...failedOf(tests).map(({ name }) => `FAILED test_a.py::${name} - AssertionError`),
      `================== ${failed} failed, ${passed} passed in 0.10s ===================`,
    ];
  },
};

const go: SimulatedRunner = {
  name: ({ name }) => `--- FAIL: ${name} `,
  print: (tests) => [
    ...tests.flatMap(({ name, isFailed, prints }) => [
      `=== RUN   ${name}`,
      ...prints,
      `--- ${isFailed ? 'FAIL' : 'PASS'}: ${name} (0.00s)`,
    ]),
    'FAIL',
    'FAIL\texample.com/ledger\t0.003s',
    'FAIL',
  ],
};

const mocha: SimulatedRunner = {
  name: ({ name }) => `${name}:`,
  print: (tests) => {
    const { failed, passed } = counts(tests);
    let number = 0;
    return [
      '',
      '  ledger',
      ...tests.flatMap(({ name, isFailed, prints }) => [
        ...prints,
        isFailed ? `    ${String((number += 1))}) ${name}` : `    ✔ ${name}`,
      ]),
      '',
      `  ${passed} passing (9ms)`,
      `  ${failed} failing`,
      '',
      ...failedOf(tests).flatMap(({ name }, at) => [
        `  ${String(at + 1)}) ledger`,
        `       ${name}:`,
        '     Error: it broke',
        '      at Context.<anonymous> (test/a.js:7:1)',
        '',
      ]),
    ];
  },
};

const jest: SimulatedRunner = {
  name: ({ name }) => `  ● ledger › ${name}`,
  print: (tests) => {
    const { failed, passed, all } = counts(tests);
    return [
      'FAIL ./a.test.js',
      '  ledger',
      ...tests.map(({ name, isFailed }) => `    ${isFailed ? '✕' : '✓'} ${name} (1 ms)`),
      '',
      ...failedOf(tests).flatMap(({ name }) => [
        `  ● ledger › ${name}`,
        '',
        '    expect(received).toBe(expected)',
        '',
        '      at Object.toBe (a.test.js:4:15)',
        '',
      ]),
      `Tests:       ${failed} failed, ${passed} passed, ${all} total`,
    ];
  },
};

const vitest: SimulatedRunner = {
  name: ({ name }) => ` FAIL  a.test.js > ${name}`,
  print: (tests) => {
    const { failed, passed, all } = counts(tests);
    return [
      ' RUN  v2.1.9 /work',
      '',
      ...tests.flatMap(({ name, isFailed, prints }) => [
        ...(prints.length > 0 ? [`stdout | a.test.js > ${name}`, ...prints, ''] : []),
        ` ${isFailed ? '×' : '✓'} a.test.js > ${name} 4ms`,
      ]),
      '',
      `⎯⎯⎯⎯⎯⎯⎯ Failed Tests ${failed} ⎯⎯⎯⎯⎯⎯⎯`,
      '',
      ...failedOf(tests).flatMap(({ name }, at) => [
        ` FAIL  a.test.js > ${name}`,
        'AssertionError: expected 1 to be 2',
        ' ❯ a.test.js:5:15',
        `⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[${String(at + 1)}/${failed}]⎯`,
      ]),
      ' Test Files  1 failed (1)',
      `      Tests  ${failed} failed | ${passed} passed (${all})`,
    ];
  },
};

const node: SimulatedRunner = {
  name: ({ name }) => `✖ ${name} (1.5ms)`,
  print: (tests) => {
    const { failed, passed } = counts(tests);
    return [
      '▶ ledger',
      ...tests.flatMap(({ name, isFailed }) => [
        `  ${isFailed ? '✖' : '✔'} ${name} (1.5ms)`,
        ...(isFailed ? ['    Error: it broke', '        at a.test.js:3:5'] : []),
      ]),
      '▶ ledger (9.1ms)',
      `ℹ pass ${passed}`,
      `ℹ fail ${failed}`,
      '',
      '✖ failing tests:',
      ...failedOf(tests).flatMap(({ name }) => [
        '',
        'test at a.test.js:5:3',
        `✖ ${name} (1.5ms)`,
        '  Error: it broke',
      ]),
    ];
  },
};

const tap: SimulatedRunner = {
  name: ({ name }) => ` - ${name}`,
  print: (tests) => {
    const { failed, passed, all } = counts(tests);
    return [
      'TAP version 13',
      ...tests.flatMap(({ name, isFailed, prints }, at) => [
        ...prints.map((line) => `# ${line}`),
        `# Subtest: ${name}`,
        `${isFailed ? 'not ok' : 'ok'} ${String(at + 1)} - ${name}`,
        '  ---',
        '  duration_ms: 0.5',
        ...(isFailed ? ["  error: 'it broke'", "  location: '/work/a.test.js:3:5'"] : []),
        '  ...',
      ]),
      `1..${all}`,
      `# pass ${passed}`,
      `# fail ${failed}`,
    ];
  },
};

export const simulatedRunners = { cargo, pytest, go, mocha, jest, vitest, node, tap } as const;
