import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  detailLine,
  isMarked,
  needsReview,
  reviewText,
  toastText,
} from '../../../../src/host/approvals/present';
import { shortLine } from '../../../../src/host/views/audit/fields';
import { neutralPickText, neutralToastText } from '../../../../src/host/window/neutral-text';
import type { WebAddress } from '../../../../src/core/contracts/calls/web-address';
import type { PendingApproval } from '../../../../src/host/approvals/pending';
import { bashItem, editItem } from './items';

/** An edit, with this as its new text. */
function editWith(text: string) {
  const item = editItem('/repo/a.ts');
  const argsJson = JSON.stringify({ path: 'a.ts', new: text });
  return { ...item, details: { ...item.details, argsJson } };
}

/** How VS Code finds links in a notification. */
const links = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;
/** How VS Code finds icons in a label; an escaped one is shown as text without the backslash. */
const icons = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/g;

/** The text of a label as VS Code draws it; icons vanish from it. */
function drawn(label: string): string {
  return label.replace(icons, (_, escaped: string | undefined, name: string) =>
    escaped === undefined ? '' : `$(${name})`,
  );
}

describe('neutralToastText', () => {
  it('leaves plain text as it is', () => {
    assert.equal(neutralToastText('npm test'), 'npm test');
  });

  it('makes no link of a command: address', () => {
    const text = neutralToastText('echo [Allow](command:gatehouse.evil)');
    assert.equal(text, 'echo [Allow] (command:gatehouse.evil)');
  });

  it('shows line breaks and unseen characters', () => {
    assert.equal(neutralToastText('a\nb\u202ec'), 'a\\nb\\u202ec');
  });

  it('is never a link, never cut by VS Code, and always one line, whatever the text', () => {
    const hostile = fc.array(
      fc.oneof(
        fc.constantFrom('[', ']', '(', ')', '](', '](command:x', ' "', '\n', '\u202e', '\r'),
        fc.string(),
      ),
    );
    fc.assert(
      fc.property(hostile, (parts) => {
        const text = neutralToastText(parts.join(''));
        assert.doesNotMatch(text, links);
        assert.doesNotMatch(text, /[\r\n]/);
        assert.ok(text.length <= 1000);
      }),
    );
    assert.ok(neutralToastText('x'.repeat(5000)).length <= 1000);
  });

  it('is cut through no character and no credential, like a row of the audit log', () => {
    const secret = ['gh', 'p_'].join('') + 'a1B2c3D4'.repeat(5);
    const cuts = [
      (text: string) => neutralToastText(`${'x '.repeat(490)}${text}${' y'.repeat(50)}`),
      (text: string) => shortLine(`${'x '.repeat(40)}${text}${' y'.repeat(50)}`, 100),
    ];
    for (const cut of cuts) {
      assert.doesNotMatch(cut(secret), /a1B2/);
      for (const shift of ['', 'z']) {
        assert.doesNotMatch(cut(`${shift}${'\u{1F600}'.repeat(30)}`), /\p{Surrogate}/u);
      }
    }
  });
});

describe('neutralPickText', () => {
  it('shows a command substitution that VS Code would draw as an icon', () => {
    assert.equal(drawn(neutralPickText('echo $(whoami)')), 'echo $(whoami)');
    assert.equal(drawn(neutralPickText('echo \\$(whoami)')), 'echo \\$(whoami)');
  });

  it('is drawn exactly, whatever the printable text', () => {
    const shell = fc.array(fc.constantFrom('$(', 'id', 'a-b', '~x', ')', '\\', ' ', '$'));
    fc.assert(
      fc.property(shell, (parts) => {
        // Runs of blanks are counted, so words are kept apart by one blank only.
        const text = parts.join('').replace(/ {2,}/g, ' ');
        assert.equal(drawn(neutralPickText(text)), text);
      }),
    );
  });
});

describe('needsReview', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['a short command of one line', 'npm test', false],
    ['a command of several lines', 'npm test\nrm x', true],
    ['a command over 300 characters', `echo ${'x'.repeat(300)}`, true],
    ['a command with a link', '[x](command:y)', true],
    ['a command with an unseen character', 'ls\u200b', true],
    ['a command that ends in a blank', 'ls ', true],
    ['a word of two scripts', 'cat p\u0430ss', true],
    ['a Hebrew letter', 'cat \u05d0', true],
    ['a command of Kanji and Kana', 'cat 会議メモ', false],
  ];
  for (const [what, command, expected] of cases) {
    it(`answers ${String(expected)} for ${what}`, () => {
      assert.equal(needsReview(bashItem(command)), expected);
    });
  }
});

describe('isMarked', () => {
  it('concerns the arguments of every tool, and leaves their layout alone', () => {
    assert.equal(isMarked(editWith('if (x) {\n\ty();\r\n}  // größer 🎉')), false);
    for (const text of ['admin\u202e', '\u0430dmin', '\ue000', 'a\u200bb', '\u05d0']) {
      assert.equal(isMarked(editWith(text)), true, JSON.stringify(text));
      assert.match(reviewText(editWith(text)), /\nnew:\n.*⟨U\+/);
      assert.match(toastText(editWith(text)), /can mislead/);
    }
  });
});

const url = 'https://x.example/?a=b';

function webItem(address: Pick<WebAddress, 'origin' | 'mayCarryData'>): PendingApproval {
  const item = editItem(url);
  const web = [{ url, host: 'x.example', query: 'a=b', ...address }];
  const { verb: _none, ...details } = item.details;
  const fetches = { tool: 'core__fetch', reads: [], writes: [], web, argsJson: `{"url":"${url}"}` };
  return { ...item, kind: 'fetch', details: { ...details, ...fetches } };
}

describe('toastText', () => {
  it('shows the exact command', () => {
    assert.equal(toastText(bashItem('npm test')), 'Gatehouse wants to run npm test');
  });

  it('says what is done to which file, relative to the workspace', () => {
    assert.equal(toastText(editItem('/repo/a.ts')), 'Gatehouse wants to edit a.ts');
    assert.equal(toastText(editItem('/etc/hosts')), 'Gatehouse wants to edit /etc/hosts');
    const created = { path: '/repo/a.ts', oldText: null, newText: 'x' };
    const item = { ...editItem('/repo/a.ts'), diffs: [created] };
    assert.equal(toastText(item), 'Gatehouse wants to create a.ts');
    const { verb: _none, ...details } = editItem('/repo/a.ts').details;
    const foreign = { ...editItem('/repo/a.ts'), details: { ...details, tool: 'mcp__web__post' } };
    assert.equal(toastText(foreign), 'Gatehouse wants to use mcp__web__post: a.ts');
  });

  it('says where a path leads that is not where it seems', () => {
    const item = editItem('/repo/notes.txt');
    const writes = ['/repo/.git/hooks/pre-commit'];
    const linked = { ...item, details: { ...item.details, writes, reads: writes } };
    assert.equal(toastText(linked), 'Gatehouse wants to edit notes.txt (.git/hooks/pre-commit)');
  });

  it('shows no part of a command that must be reviewed', () => {
    const text = toastText(bashItem('npm test\nrm -rf /'));
    assert.doesNotMatch(text, /npm|rm -rf/);
    assert.match(text, /2 lines/);
    assert.match(toastText(bashItem('x'.repeat(301))), /301 characters/);
    assert.match(toastText(bashItem('[x](command:y)')), /cannot show it exactly/);
  });

  it('says where a command runs, when that is not a workspace folder itself', () => {
    const elsewhere = bashItem('npm test', { cwd: '/repo/packages/a' });
    assert.equal(toastText(elsewhere), 'Gatehouse wants to run in packages/a: npm test');
    const deep = bashItem('npm test', { cwd: `/repo/${'x'.repeat(200)}/end` });
    assert.match(toastText(deep), /^Gatehouse wants to run in …x{80,100}\/end: npm test$/);
    const hostile = bashItem('ls', { cwd: '/repo/[x](command:y)\n' });
    assert.equal(toastText(hostile), 'Gatehouse wants to run in [x] (command:y)\\n: ls');
  });

  it('decision url-origin: says where an address comes from, and that data may leave', () => {
    const given = webItem({ origin: { from: 'user' } });
    assert.equal(
      toastText(given),
      'Gatehouse wants to use fetch: https://x.example/?a=b · you gave it',
    );
    const made = toastText(webItem({ origin: { from: 'model' }, mayCarryData: true }));
    assert.match(made, / · composed by the model · The model made up .* It may carry data out/);
    const call = `[${'x'.repeat(2000)}](command:y)`;
    const seen = toastText(webItem({ origin: { from: 'result', call }, mayCarryData: true }));
    assert.match(seen, /seen in the result of \[x+… · A part .* out of this computer\.$/);
  });
});

describe('reviewText', () => {
  it('holds command, folder, paths, reasons and arguments', () => {
    const text = reviewText(bashItem('rm a\nrm b\u202e', { writes: ['/repo/a'] }));
    for (const part of ['rm a\nrm b⟨U+202E⟩', '/repo', '/repo/a', 'no rule matches', 'command:']) {
      assert.ok(text.includes(part), part);
    }
  });

  it('decision url-origin: holds the addresses, where they come from, and a warning', () => {
    const url = 'https://xn--bcher-kva.example/a?b=c';
    const parts = { host: 'xn--bcher-kva.example', unicodeHost: 'bücher.example', query: 'b=c' };
    const item = bashItem('x', {
      web: [
        { url, ...parts, origin: { from: 'model' }, mayCarryData: true },
        { url, ...parts, origin: { from: 'result', call: 'the\u202e page' } },
        { url, ...parts, origin: { from: 'user' } },
      ],
    });
    for (const text of [reviewText(item), detailLine(item)]) {
      for (const part of ['composed by the model', 'It may carry data', 'you gave it']) {
        assert.ok(text.includes(part), part);
      }
      assert.match(text, /seen in the result of the.*page/);
      assert.ok(!text.includes('\u202e'));
    }
    assert.match(reviewText(item), /xn--bcher-kva\.example \(bücher\.example\)/);
  });

  it('folds a long line, so that its end is in sight', () => {
    const lines = reviewText(bashItem(`echo ${'x'.repeat(500)};rm y`)).split('\n');
    assert.ok(lines.every((line) => line.length <= 104));
    assert.ok(lines.some((line) => /^ *↪ x+;rm y$/.test(line)));
  });

  it('shows each argument under its name, line by line', () => {
    const text = reviewText(editItem('/repo/a.ts'));
    assert.match(text, /\n\npath:\n {2}\/repo\/a\.ts\n\nold:\n {2}a\n/);
    const lines = bashItem('x', { argsJson: '{"content":"one\\nAsked because:\\n  two"}' });
    assert.match(reviewText(lines), /\ncontent:\n {2}one\n {2}Asked because:\n {4}two\n/);
    assert.match(reviewText(bashItem('x', { argsJson: '{"cut' })), /\n\{"cut\n/);
  });

  it('lets no path fake a line of its own', () => {
    const text = reviewText(editItem('/repo/a\nAsked because:\n  you said so'));
    assert.ok(text.includes('/repo/a\\nAsked because:'));
  });
});

describe('detailLine', () => {
  it('names folder, paths and reason', () => {
    assert.equal(
      detailLine(bashItem('cp a b', { reads: ['/repo/a'], writes: ['/repo/b'] })),
      'changes b · reads a · no rule matches',
    );
  });
});
