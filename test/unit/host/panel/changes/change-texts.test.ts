import assert from 'node:assert/strict';
import { workspacePathText } from '../../../../../src/host/workspace/names';
import {
  filesSinceQuestion,
  keptText,
  undoEnd,
  undoQuestion,
} from '../../../../../src/host/panel/changes/change-texts';
import { say } from '../../../../../src/core/base/sentence';
import { changedFile } from '../../../fakes/file-changes';

const folders = ['/w'];

describe('where a changed file lies', () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    ['/w/src/a.ts', ['/w'], 'src/a.ts'],
    ['/w/server/a.ts', ['/w/server', '/w/client'], 'server/a.ts'],
    ['/x/app/a.ts', ['/w/app', '/x/app'], '/x/app/a.ts'],
    ['/elsewhere/a.ts', ['/w'], '/elsewhere/a.ts'],
    ['/w..x/a.ts', ['/w'], '/w..x/a.ts'],
    ['/w/..a/b.ts', ['/w'], '..a/b.ts'],
    ['/w', ['/w'], '/w'],
    ['/w/a.ts', [], '/w/a.ts'],
  ];
  for (const [file, open, text] of cases) {
    it(`${file} of ${open.join(' and ') || 'no folder'} is ${text}`, () => {
      assert.equal(workspacePathText(file, open), text);
    });
  }
});

describe('the question before files are put back', () => {
  it('says what happens to each', () => {
    const { title, detail, button } = undoQuestion({
      folders,
      isRunning: false,
      files: [
        changedFile('/w/a.ts'),
        changedFile('/w/b.ts', { kind: 'created' }),
        changedFile('/w/lib', { kind: 'deleted', isFolder: true }),
        changedFile('/w/new.ts', { kind: 'moved', movedFrom: '/w/old.ts' }),
      ],
    });
    assert.equal(title, 'Undo the changes in 3 files and 1 folder?');
    assert.equal(button, 'Undo');
    assert.ok(
      detail.startsWith(
        'These are restored to their state before this chat:\na.ts\nb.ts (removed again)\nlib (folder, brought back)\nnew.ts (back to old.ts)\n\n',
      ),
    );
  });

  it('names the files that were also changed between two calls', () => {
    const files = [changedFile('/w/a.ts', { changedBetween: true }), changedFile('/w/b.ts')];
    const { detail } = undoQuestion({ folders, isRunning: false, files });
    assert.match(detail, /a command also changed these between two calls; .*\na\.ts\n\nFiles that/);
  });

  it('stays on the screen however many there are, and hides nothing', () => {
    const files = Array.from({ length: 5000 }, (_, at) => changedFile(`/w/${at}\u202E\n.ts`));
    const { title, detail } = undoQuestion({ folders, isRunning: false, files });
    assert.equal(title, 'Undo the changes in 5,000 files?');
    assert.ok(detail.split('\n').length < 16);
    assert.match(detail, /… and 4992 more/);
    assert.equal(detail.includes('\u202E'), false);
  });
});

describe('how an undo ended', () => {
  const left = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      path: `/w/${at}.ts`,
      reason: say`Changed since.`,
    }));

  it('is one sentence when everything was restored', () => {
    assert.deepEqual(undoEnd({ undone: ['/w/a.ts', '/w/b.ts'], left: [] }, folders), {
      isPartial: false,
      text: 'Undone: a.ts and 1 more.',
    });
    assert.equal(undoEnd({ undone: [], left: [] }, folders).text, 'Nothing was undone.');
  });

  it('names the first files that were left, and all in a document', () => {
    const { text, details } = undoEnd({ undone: [], left: left(5) }, folders);
    assert.equal(
      text,
      'Nothing was undone. Left unchanged: 0.ts: Changed since; 1.ts: Changed since; 2.ts: Changed since; and 2 more.',
    );
    assert.match(details ?? '', /\n4\.ts: Changed since\n$/);
    assert.equal(undoEnd({ undone: [], left: left(3) }, folders).details, undefined);
  });
});

describe('the question about files behind an earlier message', () => {
  it('names the calls, and what it does not reach', () => {
    const { title, detail } = filesSinceQuestion(['Edit b.ts', 'Edit a.ts\u202E']);
    assert.equal(title, 'Keep the file changes made since this message?');
    assert.ok(detail.startsWith('2 calls have changed files since then:\nEdit b.ts\nEdit a.ts'));
    assert.equal(detail.includes('\u202E'), false);
    assert.match(detail, /Changes that commands made without a snapshot stay/);
  });
});

describe('what is said when changes are kept', () => {
  it('counts them, or says that there are none', () => {
    const folder = changedFile('/w/d', { isFolder: true });
    assert.match(keptText([changedFile('/w/a')]), /^Kept the changes in 1 file\./);
    assert.match(keptText([folder]), /^Kept the changes in 1 folder\./);
    assert.match(keptText([changedFile('/w/a'), folder, folder]), / in 1 file and 2 folders\./);
    assert.match(keptText([]), /^This chat has no changes/);
  });
});
