import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stripEscapes, redactText } from '../../../../../src/core/base/redact/redact';
import { StreamRedactor } from '../../../../../src/core/base/redact/redact-stream';
import { keepRows } from '../secrets/keep-rows';
import { redactRows } from '../secrets/redact-rows';

const token = `ghp_${'a1B2'.repeat(9)}`;
const lines = [...redactRows.map(({ text }) => text), ...keepRows, '', 'plain', '  indented'];

/** Lines of all kinds, one after another. */
const anyText = fc
  .array(fc.constantFrom(...lines), { maxLength: 12 })
  .map((parts) => `${parts.join('\n')}\n`);

function pieces(text: string, cuts: readonly number[]): readonly string[] {
  const points = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b)];
  return points.map((from, at) => text.slice(from, points[at + 1]));
}

function throughStream(parts: readonly string[]): { shown: string; kinds: readonly string[] } {
  const redactor = new StreamRedactor();
  const shown = parts.map((part) => redactor.push(part)).join('') + redactor.flush();
  return { shown, kinds: redactor.kinds() };
}

describe('redaction of a live text', () => {
  it('returns the same as for the complete text, wherever it is cut', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(10_000), { maxLength: 20 }), (text, cuts) => {
        const whole = redactText(text);
        const { shown, kinds } = throughStream(pieces(text, cuts));
        // Colours go with all of a text that hides a credential by them, and a piece is less than all.
        assert.equal(stripEscapes(shown), stripEscapes(whole.text));
        assert.deepEqual([...kinds].sort(), [...whole.kinds].sort());
      }),
      { numRuns: 60 },
    );
  });

  it('shows a line as soon as it has ended', () => {
    const redactor = new StreamRedactor();
    assert.equal(redactor.push('one\ntw'), 'one\n');
    assert.equal(redactor.push('o\n'), 'two\n');
  });

  it('shows nothing of a secret in an endless line, whatever surrounds it', () => {
    fc.assert(
      fc.property(
        fc.nat(40_000),
        fc.nat(40_000),
        fc.constantFrom('x', 'ab ', '.'),
        fc.integer({ min: 1, max: 9000 }),
        (before, after, filler, size) => {
          const text = `${filler.repeat(before)} ${token} ${filler.repeat(after)}`;
          const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
            text.slice(at * size, (at + 1) * size),
          );
          assert.equal(throughStream(parts).shown, text.replace(token, '[REDACTED:github-token]'));
        },
      ),
      { numRuns: 15 },
    );
  });

  it('keeps a name and a value together in a line that never ends', () => {
    for (let shift = 0; shift < 40; shift += 1) {
      const text = `${'z'.repeat(8200 + shift)} password="hunter2hunter2" ${'z'.repeat(16_384)}`;
      assert.equal(throughStream([text]).shown.includes('hunter2'), false);
    }
  });

  it('makes one mark of a value without an end, and holds a bounded part of it', () => {
    const redactor = new StreamRedactor();
    let shown = redactor.push('TOKEN=');
    for (let at = 0; at < 200; at += 1) shown += redactor.push('a1B2c3D4'.repeat(250));
    shown += redactor.push('\nafter\n') + redactor.flush();
    assert.equal(shown, 'TOKEN=[REDACTED:secret]\nafter\n');
  });

  it('continues after a line that never ends, and holds back a bounded part of it', () => {
    const redactor = new StreamRedactor();
    let shown = 0;
    for (let at = 0; at < 100; at += 1) shown += redactor.push('x'.repeat(1000)).length;
    assert.ok(shown >= 80_000, String(shown));
    assert.equal(shown + redactor.flush().length, 100_000);
  });

  it('finds a secret in a long line that is broken up by colors', () => {
    const coloured = token.replaceAll(/./g, '$&\u001b[31m');
    const { shown } = throughStream([`${'x '.repeat(9000)}${coloured} ${'y '.repeat(9000)}`]);
    assert.match(shown, /\[REDACTED:github-token\]/);
  });

  it('continues after base64 that is no key', () => {
    const line = `${'QUJDREVG'.repeat(8)}\n`;
    const redactor = new StreamRedactor();
    let shown = '';
    for (let at = 0; at < 1000; at += 1) shown += redactor.push(line);
    assert.ok(shown.length > 40_000, String(shown.length));
    assert.equal(shown + redactor.flush(), line.repeat(1000));
  });
});
