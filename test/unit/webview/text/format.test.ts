import assert from 'node:assert/strict';
import {
  countdownText,
  secondsUntil,
  spokenCountdown,
  sentenceCase,
} from '../../../../webview/text/format';

describe('a countdown', () => {
  it('counts whole seconds and ends at 0', () => {
    const moments = [12_000, 11_999, 1, 0, -5000];
    assert.deepEqual(
      moments.map((left) => secondsUntil(1_000_000 + left, 1_000_000)),
      [12, 12, 1, 0, 0],
    );
  });

  it('is written to the second', () => {
    assert.deepEqual([125, 60, 59, 1, 0].map(countdownText), [
      'Retrying in 2m 05s',
      'Retrying in 1m 00s',
      'Retrying in 59s',
      'Retrying in 1s',
      'Retrying now',
    ]);
  });

  it('is spoken a few times, however long it is', () => {
    const spoken = Array.from({ length: 301 }, (_, at) => spokenCountdown(300 - at));
    assert.deepEqual(
      [...new Set(spoken)],
      [
        ...[5, 4, 3, 2].map((minutes) => `Retrying in about ${minutes} minutes`),
        'Retrying in a minute or less',
        'Retrying in ten seconds or less',
        'Retrying now',
      ],
    );
  });
});

describe('a sentence', () => {
  it('begins with a capital, unless it begins with a path or an address', () => {
    const table = {
      'no rule matches': 'No rule matches',
      'bash: no rule matches': 'Bash: no rule matches',
      'https://example.com/guide lesen': 'https://example.com/guide lesen',
      'docs/three.md erstellen': 'docs/three.md erstellen',
      'c:\\work\\a.txt löschen': 'c:\\work\\a.txt löschen',
    };
    for (const [text, expected] of Object.entries(table)) {
      assert.equal(sentenceCase(text), expected);
    }
  });
});
