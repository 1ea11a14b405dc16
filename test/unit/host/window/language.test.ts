import assert from 'node:assert/strict';
import { fillIn, inEnglish, say } from '../../../../src/core/base/sentence';
import {
  allInEnglish,
  englishOf,
  setLanguage,
  shown,
  shownCount,
  t,
} from '../../../../src/host/window/language';

describe('texts of the host', () => {
  it('are English with their values until the language is set', () => {
    assert.equal(t('{1} of {0}, {2}, {x}', 1, 'two'), 'two of 1, {2}, {x}');
  });

  it('are in the language of VS Code, and in English for the log', () => {
    const german = new Map([
      ['{0} failed.', '{0} schlug fehl.'],
      ['the call of {0}', 'der Aufruf von {0}'],
    ]);
    setLanguage((message, ...values) =>
      (german.get(message) ?? message).replace('{0}', String(values[0])),
    );
    const shown = t('{0} failed.', t('the call of {0}', 'grep'));
    assert.equal(shown, 'der Aufruf von grep schlug fehl.');
    assert.equal(englishOf(shown), 'the call of grep failed.');
    assert.equal(englishOf('not made by t'), 'not made by t');
    assert.equal(
      allInEnglish(() => t('{0} failed.', 1)),
      '1 failed.',
    );
    assert.equal(t('{0} failed.', 1), '1 schlug fehl.');
  });

  it('write numbers as the language does, and codes as they are', () => {
    const sentence = say`${{ amount: 12_345.5, digits: [0, 1] }} of ${{ amount: 12_345 }}, ${12_345}`;
    setLanguage(fillIn, 'de');
    assert.equal(shown(sentence), '12.345,5 of 12.345, 12345');
    assert.equal(shownCount(12_345), '12.345');
    assert.equal(englishOf(t('{0} files', shownCount(12_345))), '12,345 files');
    assert.equal(
      allInEnglish(() => shown(sentence)),
      '12,345.5 of 12,345, 12345',
    );
    setLanguage(fillIn);
    assert.equal(inEnglish(sentence), '12,345.5 of 12,345, 12345');
  });
});
