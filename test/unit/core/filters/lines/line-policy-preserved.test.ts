import assert from 'node:assert/strict';
import { isPreserved, preservedPatterns } from '../../../../../src/core/filters/lines/line-policy';

/** One line of each pattern, in the order of the patterns. */
const lines: Readonly<Record<string, readonly string[]>> = {
  compiler: [
    'warning: unused `Result` that must be used',
    'warning: unused return value of `f` that must be used',
    "thread 'main' panicked at src/main.rs:2:5:",
  ],
  unsafe: ['warning: unnecessary `unsafe` block', 'error: dereference of raw pointer is unsafe'],
  authentication: [
    'fatal: Authentication failed for the remote',
    'npm error code E401 Unauthorized',
    'cp: Permission denied',
    'HTTP/1.1 403 Forbidden',
  ],
  cryptography: [
    'Weak cipher suite offered',
    'uses a deprecated algorithm: md5',
    'an insecure hash was found',
  ],
  sql: ['possible SQL injection in query()', 'unsafe query built from input'],
  dependencies: [
    'ID: RUSTSEC-2024-0001',
    'a security advisory was published',
    '1 vulnerability detected',
  ],
};

const plain: readonly string[] = [
  'warning: unused variable: `x`',
  "thread 'main' started",
  "thread' panicked at nothing",
  'unsafely',
  'unsafe { work() }',
  'must be used before unused things',
  'RUSTSEC-24-1',
  'reauthorization',
  'permissions denied',
];

describe('000-filters-2: preserved lines', () => {
  it('are found by 17 patterns in six categories', () => {
    const counts = Object.values(preservedPatterns).map((patterns) => patterns.length);
    assert.deepEqual(counts, [3, 2, 4, 3, 2, 3]);
  });

  for (const [category, examples] of Object.entries(lines)) {
    it(`has an example of each pattern of ${category}, and each is found`, () => {
      assert.equal(examples.length, preservedPatterns[category]?.length);
      assert.deepEqual(
        examples.filter((line) => !isPreserved(line)),
        [],
      );
    });

    it(`is found in capitals too, where ${category} has no form of its own`, () => {
      const found = examples.filter((line) => isPreserved(line.toUpperCase()));
      const fixed = examples.filter((line) => line.startsWith('thread'));
      assert.equal(found.length, examples.length - fixed.length);
    });
  }

  for (const line of plain) {
    it(`has not "${line}"`, () => {
      assert.ok(!isPreserved(line));
    });
  }
});
