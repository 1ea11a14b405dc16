import assert from 'node:assert/strict';
import { redactText } from '../../../../../src/core/base/redact/redact';
import { splitUnread } from '../../../../../src/core/base/redact/unread-text';

const token = `ghp_${'a1B2'.repeat(9)}`;

/** What a reader sees who reads at these places, each time without credentials. */
function readAt(text: string, places: readonly number[]): readonly string[] {
  let kept = '';
  let from = 0;
  const seen = places.map((place) => {
    const { now, later } = splitUnread(kept + text.slice(from, place));
    from = place;
    kept = later;
    return redactText(now).text;
  });
  return [...seen, redactText(kept + text.slice(from)).text];
}

describe('an output that is read in parts', () => {
  const texts: Readonly<Record<string, string>> = {
    'a token': `one\nexport A=${token}\ntwo\n`,
    'a password': 'one\nDB_PASSWORD=hunter2hunter2\ntwo\n',
    'a value below its name': 'password: |\n  hunter2hunter2\ntwo\n',
    'a URL': 'at postgres://me:hunter2hunter2@h/d\n',
  };
  for (const [what, text] of Object.entries(texts)) {
    it(`shows no part of ${what}, wherever it is read`, () => {
      for (let first = 0; first <= text.length; first += 1) {
        for (const second of [first, Math.min(text.length, first + 3)]) {
          const seen = readAt(text, [first, second]).join('\n');
          assert.equal(/a1B2|hunter2|nter2h|2hunt/.test(seen), false, seen);
        }
      }
    });
  }

  it('shows each complete line once', () => {
    assert.deepEqual(readAt('one\ntwo\nthree\n', [4, 8]), ['one\n', 'two\n', 'three\n']);
  });

  it('shows an unfinished line at once, and again with its rest', () => {
    assert.deepEqual(readAt('Continue? [y/n] yes\n', [16]), [
      'Continue? [y/n] ',
      'Continue? [y/n] yes\n',
    ]);
    assert.deepEqual(readAt('Password: hunter2hunter2\n', [10]), [
      'Password: ',
      'Password: [REDACTED:secret]\n',
    ]);
  });
});
