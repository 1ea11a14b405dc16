import assert from 'node:assert/strict';
import { readPatterns } from '../../../../src/host/secrets/read-patterns';

describe('reading the patterns of the user', () => {
  it('takes what is precise, flags in front included', async () => {
    const { read, problems } = await readPatterns(['acme-[0-9a-f]{16}', '(?i)badge number \\d{6}']);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      read.map(({ number, expression }) => [number, expression]),
      [
        [1, /acme-[0-9a-f]{16}/],
        [2, /badge number \d{6}/i],
      ],
    );
  });

  const faulty: Readonly<Record<string, string>> = {
    'acme-(': 'is not a regular expression: Unterminated group',
    ['x'.repeat(513)]: 'has 513 characters; the limit is 512',
    '(a+)+$': 'can take very long on some texts',
    '(x+x+)+y': 'can take very long on some texts',
    'x*': 'matches empty text',
    '.': 'matches text that is not secret',
    '.+': 'matches text that is not secret',
    '[^]': 'matches text that is not secret',
    '\\w{3,}': 'matches text that is not secret',
    '\\d': 'matches text that is not secret',
    '': 'matches empty text',
  };
  for (const [pattern, reason] of Object.entries(faulty)) {
    it(`003-secrets-2: leaves out ${pattern.slice(0, 20)}, says why, and keeps the others`, async () => {
      const { read, problems } = await readPatterns(['acme-\\d{8}', pattern]);
      assert.deepEqual(
        read.map(({ expression }) => expression),
        [/acme-\d{8}/],
      );
      assert.equal(problems.length, 1);
      assert.ok(problems[0]?.startsWith(`Pattern 2 ${reason}`), problems[0]);
    });
  }

  it('does not repeat a pattern, which may be the secret itself', async () => {
    const { problems } = await readPatterns(['my-real-password(']);
    assert.equal(problems.join().includes('my-real-password'), false);
  });
});
