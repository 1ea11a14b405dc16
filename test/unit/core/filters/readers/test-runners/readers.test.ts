import assert from 'node:assert/strict';
import { linesOf, summarise } from './run-test-summary';

interface Case {
  readonly it: string;
  readonly format:
    'cargo' | 'pytest' | 'go' | 'mocha' | 'jest' | 'vitest' | 'node' | 'tap' | 'auto';
  readonly output: string;
  readonly left: string;
}

/** What a test says of its steps. */
const logged = (count: number): string =>
  Array.from({ length: count }, (_, at) => `    store_test.go:12: step ${String(at)}`).join('\n');

/** What one line or few of them become; whole runs stand in the fixtures. */
const cases: readonly Case[] = [
  {
    it: 'keeps the verdict of a Rust test that printed before it',
    format: 'cargo',
    output: `
running 2 tests
test a ... error: printed
ok
test b ... printed
FAILED
test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out`,
    left: `
test a ... error: printed
test b ... printed
FAILED
test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out`,
  },
  {
    it: 'keeps a Rust test that runs for long, and a benchmark',
    format: 'cargo',
    output: `
running 2 tests
test a has been running for over 60 seconds
test b ... bench: 12 ns/iter (+/- 1)
test a ... ok <61.002s>
test result: ok. 1 passed; 0 failed; 0 ignored; 1 measured; 0 filtered out`,
    left: `
test a has been running for over 60 seconds
test b ... bench: 12 ns/iter (+/- 1)
test result: ok. 1 passed; 0 failed; 0 ignored; 1 measured; 0 filtered out`,
  },
  {
    it: 'keeps what Rust tests printed with --show-output, while it is little',
    format: 'cargo',
    output: `
running 1 test
test a ... ok

successes:

---- a stdout ----
the balance is 12

successes:
    a

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out`,
    left: `
---- a stdout ----
the balance is 12
    a
test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out`,
  },
  {
    it: 'names a failure of pytest -v that no block tells of',
    format: 'pytest',
    output: `
test_a.py::test_a PASSED [ 50%]
test_a.py::test_b FAILED [100%]
================== 1 failed, 1 passed in 0.10s ===================`,
    left: `
================== 1 failed, 1 passed in 0.10s ===================
test_a.py::test_b FAILED [100%]`,
  },
  {
    it: 'reads the workers of xdist',
    format: 'pytest',
    output: `
bringing up nodes...
[gw0] [ 50%] PASSED test_a.py::test_a
[gw1] [100%] FAILED test_a.py::test_b
=================================== FAILURES ===================================
____________________________________ test_b ____________________________________
E   assert 1 == 2
=========================== short test summary info ============================
FAILED test_a.py::test_b - assert 1 == 2
========================= 1 failed, 1 passed in 0.52s ==========================`,
    left: `
=================================== FAILURES ===================================
____________________________________ test_b ____________________________________
E   assert 1 == 2
=========================== short test summary info ============================
FAILED test_a.py::test_b - assert 1 == 2
========================= 1 failed, 1 passed in 0.52s ==========================`,
  },
  {
    it: 'keeps covered files of pytest-cov that miss lines, the total and the threshold',
    format: 'pytest',
    output: `
.. [100%]
---------- coverage: platform linux, python 3.11.7-final-0 -----------
Name       Stmts   Miss  Cover
------------------------------
src/a.py      10      0   100%
src/b.py      10      4    60%
------------------------------
TOTAL         20      4    80%
FAIL Required test coverage of 90% not reached. Total coverage: 80.00%
2 passed in 0.10s`,
    left: `
---------- coverage: platform linux, python 3.11.7-final-0 -----------
Name       Stmts   Miss  Cover
... (1 line omitted) ...
src/b.py      10      4    60%
TOTAL         20      4    80%
FAIL Required test coverage of 90% not reached. Total coverage: 80.00%
2 passed in 0.10s`,
  },
  {
    it: 'keeps the seed by which pytest shuffled',
    format: 'pytest',
    output: `
============================= test session starts ==============================
platform linux -- Python 3.11.7, pytest-9.0.3, pluggy-1.6.0
Using --randomly-seed=1234
collected 1 item
. [100%]
=============================== 1 passed in 0.01s ==============================`,
    left: `
Using --randomly-seed=1234
=============================== 1 passed in 0.01s ==============================`,
  },
  {
    it: 'keeps a package of Go that does not build, and drops one without tests',
    format: 'go',
    output: `
# example.com/a [example.com/a.test]
./a_test.go:7:2: undefined: call
FAIL	example.com/a [build failed]
?   	example.com/b	[no test files]
ok  	example.com/c	0.003s	coverage: 81.0% of statements
FAIL`,
    left: `
# example.com/a [example.com/a.test]
./a_test.go:7:2: undefined: call
FAIL	example.com/a [build failed]
ok  	example.com/c	0.003s	coverage: 81.0% of statements
FAIL`,
  },
  {
    it: 'tells what the test of Go that was at work had printed when the run died',
    format: 'go',
    output: `
=== RUN   TestA
--- PASS: TestA (0.00s)
=== RUN   TestB
half of it
signal: killed
FAIL	example.com/a	0.003s`,
    left: `
=== RUN   TestB
half of it
signal: killed
FAIL	example.com/a	0.003s`,
  },
  {
    it: 'keeps where a test of Go that passed logged an error, however much others logged',
    format: 'go',
    output: `
=== RUN   TestA
${logged(30)}
--- PASS: TestA (0.00s)
=== RUN   TestB
    store_test.go:40: error: the lock is held by another process
--- PASS: TestB (0.00s)
=== RUN   TestC
    store_test.go:52: got 1, want 2
--- FAIL: TestC (0.00s)
FAIL
FAIL	example.com/a	0.003s`,
    left: `
... (32 lines omitted) ...
=== RUN   TestB
    store_test.go:40: error: the lock is held by another process
--- PASS: TestB (0.00s)
=== RUN   TestC
    store_test.go:52: got 1, want 2
--- FAIL: TestC (0.00s)
FAIL
FAIL	example.com/a	0.003s`,
  },
  {
    it: 'keeps an unhandled rejection that vitest caught',
    format: 'vitest',
    output: `
 RUN  v2.1.9 /work
 ✓ a.test.js (2 tests) 3ms
⎯⎯⎯⎯ Unhandled Rejection ⎯⎯⎯⎯⎯
Error: nobody caught this
 Test Files  1 passed (1)
      Tests  2 passed (2)
     Errors  1 error`,
    left: `
 RUN  v2.1.9 /work
⎯⎯⎯⎯ Unhandled Rejection ⎯⎯⎯⎯⎯
Error: nobody caught this
 Test Files  1 passed (1)
      Tests  2 passed (2)
     Errors  1 error`,
  },
  {
    it: 'tells a failure of jest once, though its summary tells it again',
    format: 'jest',
    output: `
PASS ./a.test.js
FAIL ./b.test.js
  ● ledger › adds

    expect(received).toBe(expected)

Summary of all failing tests
FAIL ./b.test.js
  ● ledger › adds

    expect(received).toBe(expected)

Tests:       1 failed, 1 passed, 2 total`,
    left: `
FAIL ./b.test.js
  ● ledger › adds

    expect(received).toBe(expected)

Tests:       1 failed, 1 passed, 2 total`,
  },
  {
    it: 'keeps a threshold of coverage that jest did not reach',
    format: 'jest',
    output: `
PASS ./a.test.js
----------|---------|----------|---------|---------|-------------------
File      | % Stmts | % Branch | % Funcs | % Lines | Uncovered Line #s
----------|---------|----------|---------|---------|-------------------
All files |     100 |      100 |     100 |     100 |
 a.js     |     100 |      100 |     100 |     100 |
 b.js     |      50 |      100 |       0 |      50 | 7-9
Jest: "global" coverage threshold for functions (90%) not met: 50%
Tests:       1 passed, 1 total`,
    left: `
File      | % Stmts | % Branch | % Funcs | % Lines | Uncovered Line #s
All files |     100 |      100 |     100 |     100 |
... (1 line omitted) ...
 b.js     |      50 |      100 |       0 |      50 | 7-9
Jest: "global" coverage threshold for functions (90%) not met: 50%
Tests:       1 passed, 1 total`,
  },
  {
    it: 'names a test of node:test whose error comes at the end only once',
    format: 'node',
    output: `
▶ ledger
  ✔ adds (0.5ms)
  ✖ subtracts (1.5ms)
    Error: it broke
▶ ledger (3.1ms)
ℹ pass 1
ℹ fail 1

✖ failing tests:

test at a.test.js:5:3
✖ subtracts (1.5ms)
  Error: it broke`,
    left: `
▶ ledger
  ✖ subtracts (1.5ms)
ℹ pass 1
ℹ fail 1

✖ failing tests:
test at a.test.js:5:3
✖ subtracts (1.5ms)
  Error: it broke`,
  },
  {
    it: 'keeps what stands below a test of node:test when the run ends there',
    format: 'node',
    output: `
  ✔ adds (0.5ms)
  ✖ subtracts (1.5ms)
    Error: it broke`,
    left: `
  ✖ subtracts (1.5ms)
    Error: it broke`,
  },
  {
    it: 'does not count an expected failure of TAP, and keeps that the producer bailed out',
    format: 'tap',
    output: `
TAP version 13
ok 1 - adds
not ok 2 - rounds # TODO later
not ok 3 - subtracts
  ---
  message: 'it broke'
  ...
Bail out! the bank is closed
1..3`,
    left: `
not ok 2 - rounds # TODO later
not ok 3 - subtracts
  message: 'it broke'
Bail out! the bank is closed
1..3`,
  },
  {
    it: 'reads on behind what only looked like the details of a TAP result',
    format: 'tap',
    output: `
1..2
ok 1 - adds
  ---
  printed
not ok 2 - subtracts`,
    left: `
1..2
not ok 2 - subtracts`,
  },
  {
    it: 'reads one script after the other, each with a runner of its own',
    format: 'auto',
    output: `
> one@1.0.0 test
> mocha

  ledger
    ✔ adds

  1 passing (3ms)

> two@1.0.0 test
> jest

PASS ./a.test.js
Tests:       1 passed, 1 total

> three@1.0.0 test
> node check.js

all is fine`,
    left: `
  1 passing (3ms)

Tests:       1 passed, 1 total

> three@1.0.0 test
> node check.js

all is fine`,
  },
  {
    it: 'takes the runner that names itself, whatever a test prints first',
    format: 'auto',
    output: `
 RUN  v2.1.9 /work
stdout | a.test.js > prints
  7 passing (3ms)

 ✓ a.test.js (2 tests) 3ms
 Test Files  1 passed (1)
      Tests  2 passed (2)`,
    left: `
 RUN  v2.1.9 /work
stdout | a.test.js > prints
  7 passing (3ms)
 Test Files  1 passed (1)
      Tests  2 passed (2)`,
  },
];

describe('a line of a test run', () => {
  for (const { it: name, format, output, left } of cases) {
    it(name, () => {
      assert.deepEqual(summarise(linesOf(output), { format }).lines, linesOf(left));
    });
  }
});
