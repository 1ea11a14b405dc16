import assert from 'node:assert/strict';
import { stillKeyed, type Edit } from '../../../../webview/composer/keyed';

function edit(inputType: string, data: string | null = null, more: Partial<Edit> = {}): Edit {
  return { inputType, data, isTrusted: true, value: '!ls', ...more };
}

describe('keyed text', () => {
  const edits: readonly (readonly [what: string, made: Edit, isKeyed: boolean])[] = [
    ['a key', edit('insertText', 'a'), true],
    ['a key beyond the first plane', edit('insertText', '🎉'), true],
    ['a word of an input method', edit('insertCompositionText', '日本語'), true],
    ['a dead key', edit('insertCompositionText', 'é'), true],
    ['a committed word', edit('insertFromComposition', 'kana'), true],
    ['a line break', edit('insertLineBreak'), true],
    ['a deletion', edit('deleteContentBackward'), true],
    ['a deleted word', edit('deleteWordBackward'), true],
    ['a cut', edit('deleteByCut'), true],
    ['a text inserted at once', edit('insertText', 'rm -rf x'), false],
    ['an insertion without data', edit('insertText'), false],
    ['several words of an input method', edit('insertCompositionText', 'rm x'), false],
    ['a paste', edit('insertFromPaste', 'x'), false],
    ['a paste as a quotation', edit('insertFromPasteAsQuotation'), false],
    ['a drop', edit('insertFromDrop', 'x'), false],
    ['a yank', edit('insertFromYank', 'x'), false],
    ['a spelling correction', edit('insertReplacementText', 'x'), false],
    ['an undo', edit('historyUndo'), false],
    ['a redo', edit('historyRedo'), false],
    ['an unknown way', edit(''), false],
    ['a way of tomorrow', edit('insertBySomething', 'x'), false],
    ['an event of a script', edit('insertText', 'a', { isTrusted: false }), false],
  ];
  for (const [what, made, isKeyed] of edits) {
    it(`is ${isKeyed ? 'kept' : 'ended'} by ${what}`, () => {
      assert.equal(stillKeyed(true, made), isKeyed);
      assert.equal(stillKeyed(false, made), false, 'and never comes back');
      assert.equal(stillKeyed(false, { ...made, value: '' }), true, 'before the text is empty');
    });
  }
});
