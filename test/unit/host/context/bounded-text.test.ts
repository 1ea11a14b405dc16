import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { redactText } from '../../../../src/core/base/redact/redact';
import { cutToTail } from '../../../../src/host/context/bounded-text';

const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);

describe('the newest end of an output', () => {
  it('is all of a short one', () => {
    assert.equal(cutToTail('a\nb', 3), 'a\nb');
  });

  it('begins with a whole line', () => {
    assert.equal(cutToTail('one\ntwo\nthree\n', 12), 'two\nthree\n');
  });

  it('never begins within a credential, however it is cut', () => {
    for (const before of ['', 'x '.repeat(3_000), 'line\n']) {
      for (let cut = 1; cut <= secret.length; cut += 1) {
        const text = `${before}${secret} ${'end '.repeat(3_000)}`;
        const kept = cutToTail(text, text.length - before.length - cut);
        assert.doesNotMatch(
          redactText(kept).text,
          /a1B2c3D4e5/,
          `${before.slice(0, 4)} ${String(cut)}`,
        );
      }
    }
  });

  it('is an end of at most the length that is asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(200), (text, max) => {
        const end = cutToTail(text, max);
        assert.ok(text.endsWith(end) && end.length <= max);
      }),
    );
  });
});
