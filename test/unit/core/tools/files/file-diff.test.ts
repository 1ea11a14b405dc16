import assert from 'node:assert/strict';
import { say } from '../../../../../src/core/base/sentence';
import { diffContent } from '../../../../../src/core/agent/acp/tool-call-updates';
import { readDiffs } from '../../../../../src/core/contracts/chats/acp';
import { toCardDiff } from '../../../../../src/host/panel/transcript/card';
import { shownDiff } from '../../../../../src/host/window/shown-diff';
import { inGerman } from '../../../fakes/in-german';
import {
  changeExhibit,
  fileDiffSchema,
  lineCounts,
} from '../../../../../src/core/tools/files/change-output';
import {
  binaryDiff,
  boundedDiff,
  deletedDiff,
  describeChange,
  movedDiff,
} from '../../../../../src/core/tools/files/file-diff';

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${String(from + at)} of many\n`).join('');

describe('the diff of a change', () => {
  it('holds both texts whole where they are short', () => {
    assert.deepEqual(boundedDiff('/ws/a', 'old', 'new'), {
      path: '/ws/a',
      oldText: 'old',
      newText: 'new',
    });
  });

  it('holds the lines around the change where they are long', () => {
    const before = `${lines(1, 20_000)}old\n${lines(1, 20_000)}`;
    const { oldText, newText } = boundedDiff('/ws/a', before, before.replace('old', 'new'));
    const shown = (word: string) =>
      `[lines not shown: 19,950]\n${lines(19_951, 20_000)}${word}\n${lines(1, 50)}[lines not shown: 19,950]\n`;
    assert.equal(oldText, shown('old'));
    assert.equal(newText, shown('new'));
  });

  it('cuts a change that is itself too long, and says so', () => {
    const { oldText, newText } = boundedDiff('/ws/a', 'x', 'y'.repeat(300_000));
    assert.equal(oldText, 'x');
    assert.ok(newText.length < 210_000);
    assert.match(newText, /\n\[characters not shown: 95,200\]\n$/);
  });

  it("says in VS Code's language what it does not show, and what a file was that is not text", () => {
    const before = `${lines(1, 20_000)}old\n${'x'.repeat(300_000)}`;
    const after = before.replace('old', 'new').replaceAll('x', 'y');
    const cut = boundedDiff('/ws/a', before, after);
    const schemaKeeps = fileDiffSchema.parse(cut);
    const [sent] = readDiffs([diffContent(schemaKeeps)]);
    const { oldText, newText, said } = inGerman(() => shownDiff(sent ?? cut));
    assert.match(oldText ?? '', /^\[nicht angezeigte Zeilen: 19\.950\]\nline 19951 /);
    assert.match(newText, /\n\[nicht angezeigte Zeichen: 96\.[\d.]+\]\n$/);
    assert.equal(said, undefined);
    const image = binaryDiff('/ws/b', say`binary file of unknown type`, 'text');
    assert.equal(image.oldText, '[binary file of unknown type]');
    assert.equal(inGerman(() => toCardDiff(image)).oldText, '[Binärdatei unbekannten Typs]');
  });

  it('says what was deleted', () => {
    const diff = deletedDiff('/ws/a', 'text');
    assert.deepEqual(diff, { path: '/ws/a', oldText: 'text', newText: '', change: 'deleted' });
    assert.deepEqual(fileDiffSchema.parse(diff), diff);
  });

  it('says from where a file was moved', () => {
    const diff = movedDiff('/ws/a', '/ws/b', 'text');
    assert.deepEqual(diff, {
      path: '/ws/b',
      oldText: 'text',
      newText: 'text',
      change: 'moved',
      from: '/ws/a',
    });
    assert.deepEqual(fileDiffSchema.parse(diff), diff);
  });
});

describe('the size and place of a change', () => {
  for (const [name, before, after, counts, line] of [
    ['a new file', null, 'a\nb\n', '+2 \u22120', 1],
    ['a changed line', 'a\nb\nc', 'a\nB\nc', '+1 \u22121', 2],
    ['lines removed from the end', 'a\nb\nc\n', 'a\nb\n', '+0 \u22121', 2],
    ['an emptied file', 'a\nb', '', '+0 \u22122', 1],
    ['a line added at the end', 'a\n', 'a\nb\n', '+1 \u22120', 2],
  ] as const) {
    it(`are reported for ${name}`, () => {
      const { changed_lines, changed_line } = describeChange('/ws/a', before, after);
      assert.equal(lineCounts(changed_lines), counts);
      assert.equal(changed_line, line);
    });
  }

  it('are shown on the card', () => {
    const diff = boundedDiff('/ws/a', 'a\nb', 'a\nc');
    assert.deepEqual(changeExhibit(diff, 2), {
      diffs: [diff],
      locations: [{ path: '/ws/a', line: 2 }],
    });
    assert.deepEqual(changeExhibit(undefined), {});
    assert.equal(lineCounts(undefined), undefined);
  });
});
