import assert from 'node:assert/strict';
import { redactAll } from '../../../../../src/core/base/redact/redact-all';
import { redactText } from '../../../../../src/core/base/redact/redact';

const token = `ghp_${'a1B2'.repeat(9)}`;

describe('redacting all texts of an output', () => {
  it('finds the strings of any shape, each once', async () => {
    const turns: number[] = [];
    const redacted = await redactAll(
      [{ a: `x ${token}`, b: [{ c: `x ${token}` }, 7, null] }, undefined, 'plain'],
      () => Promise.resolve(void turns.push(1)),
    );
    assert.deepEqual([...redacted.keys()], [`x ${token}`, 'plain']);
    assert.deepEqual(redacted.get(`x ${token}`)?.kinds, ['github-token']);
    assert.deepEqual(turns, []);
  });

  it('lets other work run between the slices of a large text, and finds every secret in it', async () => {
    const text = Array.from(
      { length: 12_000 },
      (_, at) => `  line ${String(at)}\n  password: hunter${String(at)}x\n`,
    ).join('');
    let others = 0;
    const redacted = await redactAll([text], () => Promise.resolve(void (others += 1)));
    assert.deepEqual(redacted.get(text), redactText(text));
    assert.ok(others > text.length / (64 * 1024) - 1, String(others));
  });
});
