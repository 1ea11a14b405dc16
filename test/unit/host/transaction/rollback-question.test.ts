import assert from 'node:assert/strict';
import type { RollbackQuestion } from '../../../../src/core/ports/snapshots';
import { rollbackQuestionText } from '../../../../src/host/transaction/rollback-question';

const plain: RollbackQuestion = {
  restores: ['a.txt', 'b.txt'],
  removes: ['new.txt'],
  changedSince: [],
  unsaved: [],
  hadOverlap: false,
};

describe('the question before a rollback by hand', () => {
  it('says what it does', () => {
    const { detail, button } = rollbackQuestionText(plain);
    assert.equal(detail, 'To be restored:\na.txt\nb.txt\n\nTo be removed:\nnew.txt');
    assert.equal(button, 'Roll Back');
  });

  it('says first what would be lost, and has another button for it', () => {
    const { detail, button } = rollbackQuestionText({ ...plain, changedSince: ['a.txt'] });
    assert.match(detail, /^These were changed since the command ran.*lost:\na\.txt\n\n/);
    assert.equal(button, 'Roll Back Anyway');
  });

  it('says that another command is taken back too', () => {
    const { detail, button } = rollbackQuestionText({ ...plain, hadOverlap: true });
    assert.match(detail, /^Another command ran at the same time/);
    assert.equal(button, 'Roll Back Anyway');
  });

  it('unsaved changes stay in the editor', () => {
    assert.match(
      rollbackQuestionText({ ...plain, unsaved: ['b.txt'] }).detail,
      /stay in the editor:\nb\.txt/,
    );
  });

  it('a long list is cut, so that the buttons stay in sight', () => {
    const restores = Array.from({ length: 100 }, (_, at) => `f${String(at)}`);
    const { detail } = rollbackQuestionText({ ...plain, restores, removes: [] });
    assert.ok(detail.split('\n').length <= 10);
    assert.match(detail, /… and 92 more$/);
  });

  it('nothing left to do is said', () => {
    const { detail } = rollbackQuestionText({ ...plain, restores: [], removes: [] });
    assert.equal(detail, 'Nothing is left to roll back.');
  });

  it('a name cannot hide what stands after it', () => {
    const { detail } = rollbackQuestionText({ ...plain, restores: ['a\u202Etxt'] });
    assert.equal(detail.includes('\u202E'), false);
  });
});
