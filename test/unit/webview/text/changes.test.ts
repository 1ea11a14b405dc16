import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ChangedFileItem } from '../../../../src/core/contracts/panel/state';
import {
  changedText,
  changeTexts,
  countsOf,
  shownEnd,
  totalOf,
} from '../../../../webview/text/changes';

function change(more: Partial<ChangedFileItem> = {}): ChangedFileItem {
  return {
    changeId: '1',
    name: 'cart.js',
    folder: 'src/shop',
    kind: 'changed',
    isFolder: false,
    ...more,
  };
}

const folder = change({ isFolder: true });

describe('the text of the changed files bar', () => {
  it('counts files and folders apart', () => {
    const cases = [
      [[change()], '1 file changed.'],
      [[change(), change(), change()], '3 files changed.'],
      [[folder], '1 folder changed.'],
      [[change(), folder, folder], '1 file and 2 folders changed.'],
    ] as const;
    for (const [changes, text] of cases) assert.equal(changedText(changes, 0), text);
    assert.equal(changedText([change(), folder], 30), '31 files and 1 folder changed.');
  });

  it('adds up the known lines, and shows none when nothing is text', () => {
    const counted = [change({ added: 40, removed: 7 }), change(), change({ added: 2 })];
    assert.deepEqual(totalOf(counted), { added: 42, removed: 7 });
    assert.equal(totalOf([change(), folder]), undefined);
  });

  it('shows no lines for a file that was only moved', () => {
    assert.equal(countsOf(change({ kind: 'moved', added: 0, removed: 0 })), undefined);
    assert.deepEqual(countsOf(change({ kind: 'moved', added: 1, removed: 0 })), {
      added: 1,
      removed: 0,
    });
    assert.deepEqual(countsOf(change({ kind: 'created', added: 0, removed: 0 })), {
      added: 0,
      removed: 0,
    });
  });

  it('distinguishes two files with the same name by their folder', () => {
    const texts = changeTexts([
      change({ name: 'index.js', folder: 'a' }),
      change({ name: 'index.js', folder: 'b/' }),
      change({ name: 'index.js', folder: '' }),
      change(),
    ]);
    assert.deepEqual(
      texts.map(({ spoken }) => spoken),
      ['a/index.js', 'b/index.js', 'index.js', 'cart.js'],
    );
  });

  it('shows where a file was, and why it cannot be undone', () => {
    const [text] = changeTexts([change({ movedFrom: 'src/a.js', notKept: 'too large' })]);
    assert.equal(text?.movedFrom, 'src/a.js');
    assert.equal(text.notKept, 'Cannot be undone: too large');
    const [plain] = changeTexts([change()]);
    assert.deepEqual(plain, { name: 'cart.js', folder: 'src/shop', spoken: 'cart.js' });
  });

  it('keeps the end of a long path, and the beginning of a long name', () => {
    assert.match(shownEnd(`${'deep/'.repeat(800)}last`), /^….{395}\/last$/);
    const [text] = changeTexts([change({ name: `first${'x'.repeat(4000)}` })]);
    assert.match(text?.name ?? '', /^firstx{195}…$/);
  });

  it('decision inert-text: no name contains invisible characters or line breaks, or is long', () => {
    const hostile = fc.string({
      unit: fc.oneof(
        fc.constantFrom('\u202e', '\u2066', '\u200b', '\n', '\r', '\0', '\u2028', '\ufe0f'),
        fc.string({ unit: 'binary', maxLength: 3 }),
      ),
      maxLength: 4000,
    });
    fc.assert(
      fc.property(hostile, (name) => {
        const given = { name, folder: name, movedFrom: name, notKept: name };
        const [text] = changeTexts([change(given)]);
        for (const shown of Object.values(text ?? {})) {
          assert.doesNotMatch(String(shown), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
          assert.ok(String(shown).length < 8 * 400 + 30);
        }
      }),
      { numRuns: 60 },
    );
  });
});
