import type { StrategyOf } from '../../contracts/filter-rule';
import { Untracked } from '../readers/git/untracked';
import type { CompileStrategy, LinePolicy, LineStrategy } from '../lines/line-strategy';

/**
 * Compact `git status` (003-strategy-7): branch, what is staged, what is not, conflicts and what is
 * in progress stay, each under its own name; hints and blank lines go, and long lists of untracked
 * files are listed by folder. Languages other than English stay as they are.
 */
export const gitStatus: CompileStrategy<StrategyOf<'git_status'>> = (_params, judge) => () =>
  createStatus(judge);

/** Headings of lists, and their short forms. */
const sections: ReadonlyMap<string, string> = new Map([
  ['Changes to be committed:', 'staged:'],
  ['Changes not staged for commit:', 'not staged:'],
  ['Unmerged paths:', 'unmerged:'],
  ['Untracked files:', 'untracked:'],
  ['Ignored files:', 'ignored:'],
]);
const headings = new Set([...sections].flat());

/** The start of git's English text before the lists. */
const begin =
  /^(?:On branch |HEAD detached |Not currently on any branch|(?:interactive )?rebase in progress|No commits yet|You are currently |You have unmerged paths|All conflicts fixed|nothing to commit)/;
/** Commands that the last line may suggest. */
const hintBehind =
  /^(no changes added to commit|nothing (?:added )?to commit[^()]*) \([^()]*"git [^()]*\)$/;
const entry = /^\t(new file|modified|deleted|renamed|copied|typechange): +(\S.*)$/;
const conflict = /^\t(both (?:added|deleted|modified)|(?:added|deleted) by (?:us|them)): +(\S.*)$/;

/** Marks of a file that git does not know, or ignores, in the short form. */
const shortMark = /^(?:[?!]{2}|[?!]) (?=\S)/;

/** The letters of the short form. */
const letters: Readonly<Record<string, string>> = {
  'new file': 'A',
  modified: 'M',
  deleted: 'D',
  renamed: 'R',
  copied: 'C',
  typechange: 'T',
};

function createStatus(judge: LinePolicy): LineStrategy {
  const untracked = new Untracked();
  let isEnglish = false;
  let isList = false;
  let isChanged = false;
  let isFolded = false;

  /** The name in a line of a list of untracked files, and the text before it, in any form. */
  function untrackedIn(line: string): readonly [string, string] | undefined {
    if (isList && line.startsWith('\t')) return [line.slice(1), '  '];
    if (isList && line.startsWith('  ')) return [line.slice(2), '  '];
    if (isEnglish || !(line.startsWith('?') || line.startsWith('!'))) return undefined;
    const mark = shortMark.exec(line)?.[0];
    return mark === undefined ? undefined : [line.slice(mark.length), mark];
  }

  function shown(line: string): string | undefined {
    if (!isEnglish || judge.isPreserved(line)) return line;
    if (line === '' || isHint(line)) return undefined;
    if (line.startsWith('\t')) return shortEntry(line) ?? line;
    return sections.get(line) ?? line.replace(hintBehind, '$1');
  }

  return {
    push(line, give) {
      isEnglish ||= begin.test(line) || (line.endsWith(':') && headings.has(line));
      const text = shown(line);
      isChanged ||= text !== line;
      if (text === undefined) return;
      const [name, before] = untrackedIn(line) ?? [];
      if (name !== undefined && before !== undefined) {
        isChanged ||= before + name !== line;
        untracked.push(name, before, judge.isPreserved(line));
        return;
      }
      isFolded = untracked.end(give) || isFolded;
      isList = text === 'untracked:' || text === 'ignored:';
      give(text);
    },
    end(_exitCode, give) {
      isFolded = untracked.end(give) || isFolded;
      if (isFolded) return 'partial';
      return isChanged ? 'full' : 'fallback';
    },
  };
}

/** Commands that git suggests are on lines of their own, indented and in brackets. */
function isHint(line: string): boolean {
  return (
    line.startsWith('  (') &&
    line.endsWith(')') &&
    line.includes('"git ') &&
    /^ +\((?:use|fix|all conflicts fixed|see) /.test(line)
  );
}

function shortEntry(line: string): string | undefined {
  const [, word, name] = entry.exec(line) ?? [];
  if (word !== undefined && name !== undefined) return `  ${letters[word] ?? word} ${name}`;
  const [, state, unmerged] = conflict.exec(line) ?? [];
  return state === undefined ? undefined : `  ${state}: ${String(unmerged)}`;
}
