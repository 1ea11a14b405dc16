import type { ShellPart, ShellWord } from '../../../src/core/contracts/calls/shell-analysis';
import { describeCommand } from '../../../src/core/shell/describe/describe-command';
import type {
  Assignment,
  Described,
  Folders,
  AnalyzeScript,
  SimpleCommand,
} from '../../../src/core/shell/command/simple-command';

/** Splits words at blanks; text in single quotes is one known word. */
export function wordsOf(line: string): readonly ShellWord[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare = '']) =>
    quoted === undefined
      ? { text: bare, known: !/[$`]|[*?[]\S|\S[*?]/.test(bare) && bare !== '*' }
      : { text: quoted, known: true },
  );
}

/** A simple command from a line: variables first, then words. */
export function commandOf(line: string, more: Partial<SimpleCommand> = {}): SimpleCommand {
  const all = wordsOf(line);
  const count = all.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text));
  const before = count === -1 ? all.length : count;
  const assignments = all.slice(0, before).map(({ text, known }): Assignment => {
    const [name = ''] = text.split('=', 1);
    return { name, value: { text: text.slice(name.length + 1), known } };
  });
  return {
    words: all.slice(before),
    assignments,
    redirections: [],
    hereDocuments: [],
    raw: line,
    folders: ['.'],
    ...more,
  };
}

/** Reads a script as lines of words between semicolons. */
export const readLines: AnalyzeScript = (script, folders) => joinAll(script, folders);

function joinAll(script: string, folders: Folders): Described {
  const all = script
    .split(/[;\n]/)
    .filter((line) => line.trim() !== '')
    .map((line) => describeLine(line.trim(), { folders }));
  return {
    parts: all.flatMap(({ parts }) => parts),
    blocked: all.flatMap(({ blocked }) => blocked),
    doubts: [],
    folders,
  };
}

export function describeLine(line: string, more: Partial<SimpleCommand> = {}): Described {
  return describeCommand(commandOf(line, more), readLines);
}

/** The texts to which rules apply, one per part. */
export function textsOf(described: Described, role: ShellPart['role']): readonly string[] {
  return described.parts
    .filter((part) => part.role === role)
    .map(({ words }) => words.map(({ text }) => text).join(' '));
}

/** The words that a rule needs to allow each hazardous part, or `never`. */
export function liftsOf({ parts }: Described): readonly string[] {
  return parts
    .filter(({ role }) => role === 'decides')
    .flatMap(({ hazards }) => hazards.map(({ liftedBy }) => liftedBy?.join(' ') ?? 'never'));
}

export function pathsOf({ parts }: Described): readonly string[] {
  const marks = { read: '<', write: '>' } as const;
  const all = parts.flatMap(({ paths }) => paths);
  return all
    .filter(({ certain }) => certain)
    .map(({ access, given, redirected }) => `${marks[access]}${redirected ? '>' : ''} ${given}`);
}
