import assert from 'node:assert/strict';
import { chatItems, fileItems, timeText } from '../../../../../src/host/views/changes/change-items';
import { say } from '../../../../../src/core/base/sentence';
import { changedFile } from '../../../fakes/file-changes';

describe('chatLines', () => {
  it('name a chat, how much it changed and when', () => {
    const files = ['a', 'b', 'c', 'd', 'e'].map((name) => changedFile(`/w/src/${name}.ts`));
    const chat = { sessionId: 's1', changedAt: 1_000_000, files };
    assert.deepEqual(
      chatItems([chat], () => 'Fix the cart $(trash)', 1_180_000),
      [
        {
          label: 'Fix the cart \\$(trash)',
          description: '5 files · 3 min ago',
          detail: 'a.ts, b.ts, c.ts, d.ts, and 1 more',
          chat,
        },
      ],
    );
  });

  it('know no title of a chat whose window is gone', () => {
    const chat = { sessionId: 'old', changedAt: 0, files: [changedFile('/w/a.ts')] };
    const [line] = chatItems([chat], () => undefined, 0);
    assert.equal(line?.label, 'An earlier chat');
  });
});

describe('fileLines', () => {
  it('say what was done, where, and how much', () => {
    const lines = fileItems(
      [
        changedFile('/w/src/a.ts', { added: 3, removed: 1 }),
        changedFile('/w/lib', { kind: 'created', isFolder: true }),
        changedFile('/w/b.ts', { kind: 'moved', movedFrom: '/w/old/b.ts' }),
      ],
      ['/w'],
    );
    assert.deepEqual(
      lines.map(({ label, description, detail, picked }) => [label, description, detail, picked]),
      [
        ['a.ts', 'changed · +3 −1', 'in src', true],
        ['lib/', 'new: undo removes it', '', true],
        ['b.ts', 'moved: undo moves it back', 'was old/b.ts', true],
      ],
    );
  });

  it('leave out what cannot be undone', () => {
    assert.deepEqual(fileItems([changedFile('/w/a', { notKept: say`Too large.` })], ['/w']), []);
  });
});

describe('timeText', () => {
  it('counts up to a day, and then names the day', () => {
    assert.equal(timeText(5000, 0), '0 s ago', 'clocks may differ');
    assert.equal(timeText(0, 3 * 60 * 60 * 1000), '3 h ago');
    assert.match(timeText(0, 10 ** 10), /19(69|70)/);
  });
});
