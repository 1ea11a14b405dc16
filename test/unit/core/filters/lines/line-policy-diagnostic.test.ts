import assert from 'node:assert/strict';
import { isDiagnostic } from '../../../../../src/core/filters/lines/line-policy';
import { mustKeep } from '../must-keep';

const telling: readonly string[] = [
  'error: expected `;`',
  'error[E0425]: cannot find value `x` in this scope',
  'src/main.c:12:5: note: declared here',
  'src/App.cs(12,34): see the declaration',
  '  File "tests/test_a.py", line 12, in test_it',
  "TypeError: Cannot read properties of undefined (reading 'x')",
  'java.lang.IllegalStateException: closed',
  'E   assert 1 == 2',
  '✖ 3 problems (3 errors, 0 warnings)',
  '  × parses an empty list',
  'not ok 3 - parses',
  '--- FAIL: TestParse (0.00s)',
  'make: *** [Makefile:4: all] Error 2',
  'bash: foo: command not found',
  'ld: undefined reference to `main`',
  'Segmentation fault (core dumped)',
  'Killed',
  'npm ERR! code ELIFECYCLE',
  'warning: unused variable: `x`',
  'test result: ok. 3 passed; 0 failed',
  '=========== 5 passed in 0.12s ===========',
  'Plan: 3 to add, 0 to change, 0 to destroy.',
  '[INFO] Tests run: 3, Failures: 0',
  'BUILD SUCCESSFUL in 3s',
];

const silent: readonly string[] = [
  '',
  'cc -O2 -Wall -Werror -c src/error.c -o build/error.o',
  'gcc -Wno-error=format -c lib/fail/parse.c',
  '12:00:01 INFO listening on port 8080',
  'Compiling thiserror v1.0.63',
  'copying lib/errors/index.js -> build/lib/errors/index.js',
  'downloaded 12 of 40 packages',
];

describe('lines that report a failure', () => {
  for (const line of telling) {
    it(`has "${line}"`, () => {
      assert.ok(isDiagnostic(line));
    });
  }

  for (const line of silent) {
    it(`has not "${line}"`, () => {
      assert.ok(!isDiagnostic(line));
    });
  }

  it('has every line that the extractor takes a fact from', () => {
    for (const line of [...telling, ...silent]) {
      if (mustKeep(line, 1).length > 0) assert.ok(isDiagnostic(line), line);
    }
  });
});
