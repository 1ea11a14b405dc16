import assert from 'node:assert/strict';
import fc from 'fast-check';
import { filterLines } from '../filter-lines';

const filtered = (lines: readonly string[]) => filterLines({ type: 'git_status' }, lines);
const hint = '  (use "git add <file>..." to update what will be committed)';

describe('the strategy git_status', () => {
  it('003-strategy-7: keeps branch, staged and unstaged sections, abbreviated', () => {
    const { lines, report } = filtered([
      'On branch main',
      "Your branch and 'origin/main' have diverged,",
      'and have 1 and 2 different commits each, respectively.',
      '  (use "git pull" if you want to integrate the remote branch with yours)',
      '',
      'Changes to be committed:',
      '  (use "git restore --staged <file>..." to unstage)',
      '\tnew file:   a b.ts',
      '\trenamed:    old.ts -> new.ts',
      '\ttypechange: link',
      '',
      'Changes not staged for commit:',
      hint,
      '\tmodified:   lib (new commits, modified content)',
      '\tdeleted:    gone.ts',
      '',
      'no changes added to commit (use "git add" and/or "git commit -a")',
    ]);
    assert.deepEqual(lines, [
      'On branch main',
      "Your branch and 'origin/main' have diverged,",
      'and have 1 and 2 different commits each, respectively.',
      'staged:',
      '  A a b.ts',
      '  R old.ts -> new.ts',
      '  T link',
      'not staged:',
      '  M lib (new commits, modified content)',
      '  D gone.ts',
      'no changes added to commit',
    ]);
    assert.equal(report?.confidence, 'full');
  });

  it('names every kind of conflict in full', () => {
    const kinds = ['both modified', 'both added', 'both deleted', 'added by us', 'deleted by them'];
    const { lines } = filtered([
      'On branch main',
      '',
      'Unmerged paths:',
      '  (use "git add/rm <file>..." as appropriate to mark resolution)',
      ...kinds.map((kind) => `\t${`${kind}:`.padEnd(17)}src/x.ts`),
    ]);
    assert.deepEqual(lines.slice(1), ['unmerged:', ...kinds.map((kind) => `  ${kind}: src/x.ts`)]);
  });

  it('keeps what is in progress', () => {
    const { lines } = filtered([
      'interactive rebase in progress; onto 1a2b3c4',
      'Last command done (1 command done):',
      '   pick 5d6e7f8 a commit',
      'No commands remaining.',
      "You are currently rebasing branch 'topic' on '1a2b3c4'.",
      '  (fix conflicts and then run "git rebase --continue")',
      '  (use "git rebase --skip" to skip this patch)',
    ]);
    assert.equal(lines.length, 5);
    assert.equal(lines[2], '   pick 5d6e7f8 a commit');
  });

  it('folds long lists of untracked files by folder, with counts', () => {
    const names = Array.from({ length: 30 }, (_, at) => `\tgen/part-${String(at)}.js`);
    const { lines, report } = filtered([
      'On branch main',
      'Untracked files:',
      hint,
      ...names,
      '\tsrc/a.ts',
      '\troot.ts',
      '',
    ]);
    assert.deepEqual(lines.slice(1), [
      'untracked:',
      '  gen/ (30 files)',
      '  src/a.ts',
      '  root.ts',
    ]);
    assert.equal(report?.confidence, 'partial');
  });

  it('reports many folders by their parent folders', () => {
    const names = Array.from({ length: 5000 }, (_, at) => `?? gen/${String(at)}/a/b.js`);
    const { lines } = filtered(['## main', ...names, '?? src/a.ts']);
    assert.deepEqual(lines, ['## main', '?? gen/ (5000 files)', '?? src/a.ts']);
  });

  it('leaves other languages than English as they came', () => {
    const { report } = filtered([
      'Auf Branch main',
      'Änderungen, die nicht zum Commit vorgemerkt sind:',
      '  (benutzen Sie "git add <Datei>...", um die Änderungen vorzumerken)',
      '',
      '\tgeändert:       a.ts',
    ]);
    assert.equal(report, undefined);
  });

  it('loses no name, branch or conflict, whatever the status', () => {
    const name = fc.stringMatching(/^[a-z]{1,6}(?:\/[a-z ]{1,5}[a-z]){0,2}\.[a-z]{1,3}$/);
    const words = ['modified', 'new file', 'deleted', 'renamed', 'both modified', 'added by them'];
    const entry = fc.tuple(fc.constantFrom(...words), name);
    fc.assert(
      fc.property(
        name,
        fc.array(entry),
        fc.array(name, { maxLength: 60 }),
        (branch, known, fresh) => {
          const { text } = filtered([
            `On branch ${branch}`,
            '',
            'Changes not staged for commit:',
            hint,
            ...known.map(([word, file]) => `\t${`${word}:`.padEnd(17)}${file}`),
            '',
            'Untracked files:',
            hint,
            ...fresh.map((file) => `\t${file}`),
          ]);
          assert.ok(text.includes(`On branch ${branch}\n`));
          for (const [word, file] of known) {
            assert.ok(text.includes(file));
            if (word.includes('both')) assert.ok(text.includes(`${word}: ${file}`));
          }
          for (const file of fresh) assert.ok(isTold(text, file), `${file} is lost in\n${text}`);
        },
      ),
    );
  });
});

/** By its own name, or in the count of a folder above it. */
function isTold(text: string, file: string): boolean {
  if (text.includes(`  ${file}\n`) || text.includes(`\t${file}\n`)) return true;
  const folders = file.split('/').slice(0, -1);
  return folders.some((_, at) => text.includes(`  ${folders.slice(0, at + 1).join('/')}/ (`));
}
