import assert from 'node:assert/strict';
import { setExtraSecrets } from '../../../../../src/core/base/redact/extra-secrets';
import { redactText } from '../../../../../src/core/base/redact/redact';
import { StreamRedactor } from '../../../../../src/core/base/redact/redact-stream';

const secret = 'acme-12345678';

describe('the user’s own kinds of credentials', () => {
  beforeEach(() => {
    setExtraSecrets(() => [/acme-\d{8}/, /zeta-\w+/i]);
  });
  afterEach(() => {
    setExtraSecrets(() => []);
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

  it('never take a match of nothing', () => {
    setExtraSecrets(() => [/x*/]);
    assert.equal(redactText('no match here').text, 'no match here');
  });
});
