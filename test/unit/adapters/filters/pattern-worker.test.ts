import assert from 'node:assert/strict';
import { PatternWorker } from '../../../../src/adapters/filters/pattern-worker';
import { setExtraSecrets } from '../../../../src/core/base/redact/extra-secrets';
import { redactText } from '../../../../src/core/base/redact/redact';
import { StreamRedactor } from '../../../../src/core/base/redact/redact-stream';

const secret = 'acme-12345678';
const evil = [/(a+)+$/, /(?:a|aa)+$/, /(x+x+)+y/, /^(?:\w+\s?)+$/, /(.*)*z$/] as const;
const trap = `${'a'.repeat(600)}${'x'.repeat(400)}!`;

describe('the user’s own kinds of credentials', () => {
  let worker: PatternWorker | undefined;
  let slow: RegExp[];
  const use = (...patterns: readonly RegExp[]): PatternWorker => {
    worker?.dispose();
    slow = [];
    worker = new PatternWorker(patterns, {
      onSlow: (pattern) => slow.push(pattern),
      onBroken: () => assert.fail('no thread'),
    });
    const { find } = worker;
    setExtraSecrets(() => find);
    return worker;
  };
  beforeEach(() => {
    use(/acme-\d{8}/, /zeta-\w+/i);
  });
  afterEach(() => {
    worker?.dispose();
    setExtraSecrets(() => undefined);
  });

  it('are removed at every occurrence, in addition to the known ones', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const { text, kinds } = redactText(`${secret}, ${token} ${secret}\nZETA-x ${secret}`);
    const [extra, known] = ['[REDACTED:extra]', '[REDACTED:github-token]'];
    assert.equal(text, `${extra}, ${known} ${extra}\n${extra} ${extra}`);
    assert.deepEqual([...kinds].sort(), ['extra', 'github-token']);
    assert.equal(redactText(text).text, text);
  });

  it('are found anywhere in a long line', () => {
    for (let before = 480; before < 1100; before += 7) {
      const line = `${'.'.repeat(before)}${secret}${'.'.repeat(3000)}`;
      assert.equal(redactText(line).text, line.replace(secret, '[REDACTED:extra]'), String(before));
    }
  });

  it('are found in live text that arrives one letter at a time', () => {
    const redactor = new StreamRedactor();
    const shown = Array.from(`a ${secret} b\nc`, (letter) => redactor.push(letter)).join('');
    assert.equal(shown + redactor.flush(), 'a [REDACTED:extra] b\nc');
  });

  it('never take a match of nothing, nor a mark or a part of one', () => {
    use(/x*/, /REDACTED/, /extra/, /acme/);
    assert.equal(redactText('no match here').text, 'no match here');
    assert.equal(redactText(`a ${secret}`).text, 'a [REDACTED:extra]-12345678');
  });

  it('each see only what the ones before left', () => {
    use(/acme-\d{4}/, /me-\d+|5678/);
    assert.equal(redactText(secret).text, '[REDACTED:extra][REDACTED:extra]');
  });

  for (const pattern of evil) {
    it(`003-secrets-2: ${String(pattern)} is switched off, and the others still see the text`, () => {
      use(/zeta-\d+/, pattern, /acme-\d{8}/);
      const text = `${trap}\n${secret} and zeta-1`;
      assert.equal(redactText(text).text, `${trap}\n[REDACTED:extra] and [REDACTED:extra]`);
      assert.deepEqual(slow, [pattern]);
      assert.equal(redactText(text).text, `${trap}\n[REDACTED:extra] and [REDACTED:extra]`);
      assert.equal(slow.length, 1, 'said once');
    });
  }

  it('003-secrets-2: of several slow ones each is switched off in turn', () => {
    use(...evil, /acme-\d{8}/);
    assert.equal(redactText(`${secret}\n${trap}`).text, `[REDACTED:extra]\n${trap}`);
    assert.deepEqual(slow, evil);
  });

  it('are found again after the thread has ended', () => {
    use(/acme-\d{8}/).dispose();
    assert.equal(redactText(secret).text, '[REDACTED:extra]');
  });
});
