import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { toCardDiff } from '../../../../src/host/panel/transcript/card';
import { cutMarked, cutStart } from '../../../../src/core/base/text-lines';
import { cutMiddle } from '../../../../src/host/panel/transcript/display-text';
import { toPlainOutput } from '../../../../src/host/window/neutral-text';
import { readOverflowText } from '../../../../src/host/panel/cards/output-requests';
import { parseWebLink } from '../../../../src/core/base/addresses/urls';
import { pathInside } from '../../../../src/host/panel/cards/link-targets';

describe('card-text', () => {
  it('never cuts a character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(60), (text, max) => {
        for (const cut of [cutMiddle(text, max), cutMarked(text, max), cutStart(text, max)]) {
          assert.doesNotMatch(cut, /\p{Cs}/u);
        }
      }),
    );
  });

  it('leaves no control character in output but line breaks and tabs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.doesNotMatch(toPlainOutput(text), /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      }),
    );
  });

  it('strips 1 MB of unfinished escape sequences', () => {
    assert.equal(toPlainOutput('\u001b]'.repeat(500_000)).includes('\u001b'), false);
  });
});

describe('toCardDiff', () => {
  const lines = Array.from({ length: 1000 }, (_, at) => `line ${at + 1}\n`);

  it('keeps the change with three lines around it', () => {
    const newText = lines.with(499, 'changed\n').join('');
    const diff = toCardDiff({ path: '/w/a', oldText: lines.join(''), newText });
    assert.equal(diff.startLine, 497);
    assert.equal(diff.oldText, lines.slice(496, 503).join(''));
    assert.equal(diff.newText, lines.slice(496, 503).with(3, 'changed\n').join(''));
  });

  it('shows a new file whole', () => {
    const diff = { path: '/w/a', oldText: null, newText: 'a\n' };
    assert.deepEqual(toCardDiff(diff), diff);
  });

  it('says of a file that was moved whence, and shows no line that did not change', () => {
    const moved = { path: '/w/b', change: 'moved', from: '/w/a' } as const;
    const text = lines.join('');
    assert.deepEqual(toCardDiff({ ...moved, oldText: text, newText: text }), {
      ...moved,
      oldText: '',
      newText: '',
      startLine: 1,
    });
  });

  it('says of a large file that it is gone, without its text', () => {
    const oldText = 'x\n'.repeat(200_000);
    assert.deepEqual(toCardDiff({ path: '/w/a', oldText, newText: '', change: 'deleted' }), {
      path: '/w/a',
      oldText: null,
      newText: '',
      change: 'deleted',
      large: true,
    });
  });

  it('leaves out the texts of a large change', () => {
    const diff = toCardDiff({ path: '/w/a', oldText: null, newText: 'x'.repeat(300_000) });
    assert.deepEqual(diff, { path: '/w/a', oldText: null, newText: '', large: true });
  });

  it('describes the same change as the whole texts', () => {
    const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c', '\n')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (oldText, newText) => {
        const diff = toCardDiff({ path: 'p', oldText, newText });
        const start = oldText.split('\n').slice(0, (diff.startLine ?? 1) - 1);
        const head = start.map((line) => `${line}\n`).join('');
        const tail = oldText.slice(head.length + (diff.oldText ?? '').length);
        assert.equal(head + (diff.oldText ?? '') + tail, oldText);
        assert.equal(head + diff.newText + tail, newText);
      }),
    );
  });
});

describe('parseWebLink', () => {
  it('takes http and https and shows look-alike letters of the host', () => {
    assert.deepEqual(parseWebLink('https://ex\u0430mple.com/a'), {
      url: 'https://xn--exmple-4nf.com/a',
      host: 'xn--exmple-4nf.com',
    });
  });

  const refused = [
    'command:workbench.action.quit',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'vscode://settings',
    'https://github.com@evil.example/',
    'not a link',
  ];
  for (const link of refused) {
    it(`refuses ${link}`, () => {
      assert.equal(parseWebLink(link), undefined);
    });
  }
});

describe('pathInside', () => {
  let folder: string;
  let outside: string;
  beforeEach(async () => {
    const base = await realpath(await mkdtemp(path.join(tmpdir(), 'panel-')));
    folder = path.join(base, 'workspace');
    outside = path.join(base, 'outside');
    await mkdir(folder);
    await mkdir(outside);
    await writeFile(path.join(folder, 'a.txt'), 'a');
    await writeFile(path.join(outside, 'b.txt'), 'b');
    await symlink(outside, path.join(folder, 'link'));
    await symlink(folder, path.join(base, 'alias'));
  });
  afterEach(async () => rm(path.dirname(folder), { recursive: true }));

  it('finds a file of an open folder', async () => {
    assert.equal(
      await pathInside(path.join(folder, 'a.txt'), [folder]),
      path.join(folder, 'a.txt'),
    );
  });

  it('names the file as the folder was opened, when that is by a link', async () => {
    const alias = path.join(path.dirname(folder), 'alias');
    assert.equal(await pathInside(path.join(folder, 'a.txt'), [alias]), path.join(alias, 'a.txt'));
  });

  it('refuses what leads out, by dots or by links, and what is gone', async () => {
    for (const file of ['../outside/b.txt', 'link/b.txt', 'gone.txt']) {
      assert.equal(await pathInside(`${folder}/${file}`, [folder]), undefined);
    }
    assert.equal(await pathInside('a.txt', [folder]), undefined);
  });
});

describe('readOverflowText', () => {
  it('joins slices, and ends on a store that never says it is done', async () => {
    const text = await readOverflowText(
      {
        read: ({ offset }) =>
          Promise.resolve({
            ok: true,
            value: { text: offset === 0 ? 'ab' : 'cd', totalChars: 4, nextOffset: 2 },
          }),
      },
      's1',
      'id',
    );
    assert.equal(text, 'abcd');
  });
});
