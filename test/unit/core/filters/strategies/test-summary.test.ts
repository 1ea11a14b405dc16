import assert from 'node:assert/strict';
import { linesOf, summarise } from '../readers/test-runners/run-test-summary';

const result = 'test result: FAILED. 9 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out';

function failures(count: number, linesEach: number): readonly string[] {
  return [
    'failures:',
    ...Array.from({ length: count }, (_, at) => [
      `---- t${String(at)} stdout ----`,
      `thread 't${String(at)}' panicked at src/lib.rs:${String(at + 1)}:9:`,
      ...Array.from(
        { length: linesEach },
        (_, line) => `a longer line, number ${String(line)} of it`,
      ),
    ]).flat(),
    'failures:',
    ...Array.from({ length: count }, (_, at) => `    t${String(at)}`),
    result,
  ];
}

describe('test_summary', () => {
  it('003-strategy-5: keeps so many lines of a failure, and marks how many are gone', () => {
    const { lines } = summarise(['running 10 tests', ...failures(1, 9)], {
      format: 'cargo',
      truncate_stack_trace: 4,
    });
    assert.deepEqual(lines, [
      '---- t0 stdout ----',
      "thread 't0' panicked at src/lib.rs:1:9:",
      'a longer line, number 0 of it',
      'a longer line, number 1 of it',
      '... (7 lines omitted) ...',
      '    t0',
      result,
    ]);
  });

  it('003-strategy-5: names each failure beyond the limit with its place, and marks the rest once', () => {
    const { lines } = summarise(['running 10 tests', ...failures(3, 3)], {
      format: 'cargo',
      max_failures: 1,
    });
    assert.deepEqual(lines.slice(5, 11), [
      '---- t1 stdout ----',
      "thread 't1' panicked at src/lib.rs:2:9:",
      '---- t2 stdout ----',
      "thread 't2' panicked at src/lib.rs:3:9:",
      '    t0',
      '    t1',
    ]);
    assert.deepEqual(lines.slice(-3), ['    t2', '... (6 lines omitted) ...', result]);
  });

  it('003-strategy-5: an output that counts no tests is given on as it came', () => {
    const output = linesOf(`
   Compiling ledger v0.1.0 (/work)

error[E0308]: mismatched types
 --> src/lib.rs:3:5`);
    for (const format of ['cargo', 'auto', 'pytest', 'go'] as const) {
      assert.deepEqual(summarise(output, { format }), { lines: output, confidence: 'fallback' });
    }
  });

  it('is certain of a run that gave its final numbers', () => {
    const { confidence } = summarise(['test a ... ok', 'test result: ok. 1 passed'], {}, 0);
    assert.equal(confidence, 'full');
  });

  it('is not certain of a run that was broken off', () => {
    assert.equal(summarise(['test a ... ok'], { format: 'cargo' }, 137).confidence, 'partial');
  });

  it('is not certain where nothing that it kept explains the exit code', () => {
    const output = ['test a ... ok', 'test result: ok. 1 passed'];
    assert.equal(summarise(output, {}, 1).confidence, 'partial');
    assert.equal(summarise(output, {}, undefined).confidence, 'partial');
  });

  it('keeps a failure even if the exit code is 0', () => {
    const { lines } = summarise(['test a ... FAILED', result], { format: 'cargo' }, 0);
    assert.deepEqual(lines, ['test a ... FAILED', result]);
  });

  it('keeps a preserved line with a passing test on it', () => {
    const line = 'test permission denied is reported ... ok';
    assert.ok(summarise([line, result], { format: 'cargo' }).lines.includes(line));
  });

  it('keeps everything that is not known to be of a passing test', () => {
    const output = [
      'warning: unused variable',
      'test a ... ok',
      'who prints this?',
      'Segmentation fault',
    ];
    const { lines } = summarise(output, { format: 'cargo' });
    assert.deepEqual(lines, [output[0], output[2], output[3]]);
  });

  it('shows what passing tests print while it is little, and counts it when it is much', () => {
    const printing = (tests: number): readonly string[] => [
      ...Array.from({ length: tests }, (_, at) => [
        `=== RUN   Test${String(at)}`,
        '    a_test.go:6: the balance is 12',
        `--- PASS: Test${String(at)} (0.00s)`,
      ]).flat(),
      'PASS',
      'ok  \texample.com/ledger\t0.003s',
    ];
    const last = 'ok  \texample.com/ledger\t0.003s';
    assert.deepEqual(summarise(printing(1), { format: 'go' }, 0).lines, [
      ...printing(1).slice(0, 3),
      last,
    ]);
    assert.deepEqual(summarise(printing(40), { format: 'go' }, 0).lines, [
      '... (120 lines omitted) ...',
      last,
    ]);
  });

  it('shows repeated frames in libraries only once', () => {
    const frame = '      at Runner.run (node_modules/mocha/lib/runner.js:1:1)';
    const failure = (number: number): readonly string[] => [
      `  ${String(number)}) ledger`,
      `       adds ${String(number)}:`,
      `     Error: it broke`,
      `      at Context.<anonymous> (test/a.js:${String(number)}:1)`,
      frame,
      '',
    ];
    const { lines } = summarise(['  9 passing (1ms)', ...failure(1), ...failure(2)], {
      format: 'mocha',
    });
    assert.equal(lines.filter((line) => line === frame).length, 1);
    assert.equal(lines.filter((line) => line.includes('test/a.js')).length, 2);
  });

  it('holds a bounded part of an output that never counts a test', () => {
    const line = 'x'.repeat(1000);
    const { lines, confidence } = summarise(
      Array.from({ length: 5000 }, () => line),
      {
        format: 'auto',
      },
    );
    assert.equal(confidence, 'partial');
    assert.ok(lines.length < 400);
  });
});
