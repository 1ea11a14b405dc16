import assert from 'node:assert/strict';
import { redactText } from '../../../../../src/core/base/redact/redact';
import { StreamRedactor } from '../../../../../src/core/base/redact/redact-stream';
import { keepRows } from './keep-rows';
import { prefixed, redactRows } from './redact-rows';

/** What stays of a secret of several lines is told by its lines. */
function partsOf(secret: string): readonly string[] {
  return secret
    .split(/\\n|\n(?:\+|12:00 INFO )?|\u001b\[[0-9;]*m/)
    .filter((part) => part.length > 3);
}

function isShown(secret: string, text: string): boolean {
  return partsOf(secret).some((part) => text.includes(part));
}

/** Fails with everything that was missed, so that one run shows it all. */
function within(missed: readonly string[], of: number, share: number, what: string): void {
  const told = `${String(missed.length)} of ${String(of)} ${what}:\n${missed.join('\n')}`;
  assert.ok(missed.length <= of * (1 - share), told);
}

describe('the rows of secrets', () => {
  it('are as many as was asked for', () => {
    assert.ok(redactRows.length >= 150, String(redactRows.length));
    assert.ok(keepRows.length >= 100, String(keepRows.length));
  });

  it('0 misses of kinds with a provider prefix, in any surrounding', () => {
    const surroundings = [
      '@',
      'token: @',
      '"@"',
      "'@',",
      '(@)',
      '`@`',
      'x=@&y=1',
      '\t@\r\n',
      '\\n@\\n',
    ];
    const missed = Object.entries(prefixed).flatMap(([name, secret]) =>
      surroundings
        .filter((around) => isShown(secret, redactText(around.replace('@', () => secret)).text))
        .map((around) => `${name} in ${around}`),
    );
    within(missed, surroundings.length, 1, 'missed');
  });

  it('every redact row is redacted', () => {
    const missed = redactRows.filter(({ text, secret }) => isShown(secret, redactText(text).text));
    const told = missed.map(({ name, text }) => `${name}: ${redactText(text).text}`);
    within(told, redactRows.length, 1, 'redact rows missed');
  });

  it('every keep row stays byte for byte', () => {
    const missed = keepRows.filter((text) => redactText(text).text !== text);
    const told = missed.map((text) => `${text}\n   → ${redactText(text).text}`);
    within(told, keepRows.length, 1, 'keep rows changed');
  });

  it('keeps the text before and after a secret', () => {
    const changed = redactRows.flatMap(({ name, text, secret }) => {
      const at = text.indexOf(secret);
      const clean = redactText(text).text;
      const before = text.slice(0, at);
      const after = text.slice(at + secret.length);
      const isKey = name.includes('private key') || text.includes('\u001b');
      return isKey || (clean.startsWith(before.replace(/\d+$/, '')) && clean.endsWith(after))
        ? []
        : [`${name}: ${clean}`];
    });
    within(changed, redactRows.length, 0.9, 'rows lost what stands around the secret');
  });

  it('redacting twice changes nothing', () => {
    for (const text of [...redactRows.map((row) => row.text), ...keepRows]) {
      const once = redactText(text).text;
      assert.equal(redactText(once).text, once);
    }
  });

  it('a live text shows no more than the whole, whatever its pieces', () => {
    for (const { name, text, secret } of redactRows) {
      for (const size of [1, 7, 64]) {
        const redactor = new StreamRedactor();
        let shown = '';
        for (let at = 0; at < text.length; at += size) {
          shown += redactor.push(text.slice(at, at + size));
          assert.equal(isShown(secret, shown), false, name);
        }
        assert.equal(shown + redactor.flush(), redactText(text).text, name);
      }
    }
  });
});
