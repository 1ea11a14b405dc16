import type { Sentence } from '../../base/sentence';
import { namesIn } from '../../base/text-lines';
import type { ShellWord } from '../../contracts/calls/shell-analysis';

/** What an option does to an allow rule, and what it takes. */
export interface OptionRule {
  /** Why a rule that does not name the option is not enough; follows its name: `writes a file`. */
  readonly hazard?: string;
  /**
   * It takes a value, glued, after `=` or as the next word. `glued` takes one only when it is glued
   * or follows `=`, and `maybe` takes a word that another version of the program takes for a file.
   */
  readonly value?: 'text' | 'read' | 'write' | 'glued' | 'maybe';
  /** It brings the pattern or program text that else is the first operand. */
  readonly isPattern?: true;
  /** It takes that many values, the last of which is a path. */
  readonly values?: 2;
  /** Its value goes to a shell. */
  readonly isScript?: true;
  /** Why a value that is a path is not enough: `./x` as a reporter. */
  readonly pathHazard?: string;
  /** What follows belongs to the code that it brings. */
  readonly ends?: true;
  /** The values that are known to be safe; any other asks. */
  readonly only?: RegExp;
}

/** Keyed by all spellings of an option with a blank between: `-o --output`. */
export type Options = Readonly<Record<string, OptionRule>>;

/** An option as a command uses it. */
export interface UsedOption {
  /** One of its names in the table, or what is written where the table has none. */
  readonly name: string;
  /** For the user: without a value, a bundle up to its letter. */
  readonly written: string;
  /** The whole word, as a pattern has it that means this option. */
  readonly word: string;
  readonly value: ShellWord | undefined;
  /** Undefined for an option that is not in the table. */
  readonly rule: OptionRule | undefined;
}

/**
 * What operands are. `pattern`: the first is not a path, the rest are read. `mode`: the first is
 * not a path, the rest are written. `copy`: the last is written, the rest are read. `revisions`:
 * after `--` come paths; before it, a word may be one. `maybe`: whatever looks like a path is read.
 * `packages`: names, or locations that begin like a path. `none`: no paths.
 */
export type OperandKind =
  'none' | 'read' | 'write' | 'copy' | 'mode' | 'pattern' | 'revisions' | 'maybe' | 'packages';

/** How a program, or a verb of one, was called. */
export interface Usage {
  /** Program and verbs. */
  readonly name: string;
  readonly options: readonly UsedOption[];
  readonly operands: readonly ShellWord[];
  /** How many operands come before the `--` that ended the options. */
  readonly endedAt: number | undefined;
}

/** What a check of a program finds beyond what its options say. */
export interface Discovery {
  readonly reason?: Sentence;
  readonly liftedBy?: readonly string[];
  /** Set if it can send nothing to another machine. */
  readonly staysHere?: true;
  readonly path?: { readonly text: string; readonly access: 'read' | 'write' };
  readonly writes?: true;
}

export interface VerbTable {
  readonly options?: Options;
  readonly operands?: OperandKind;
  /** Why a rule that does not name this verb is not enough. */
  readonly hazard?: string;
  /** True for the write commands of 000 (Write Detection). */
  readonly writes?: true;
  readonly check?: (usage: Usage) => readonly Discovery[];
  /** What the first operand may be, where it is a verb. */
  readonly verbs?: Readonly<Record<string, VerbTable>>;
  /** For every verb that is not in the list. */
  readonly otherVerbs?: VerbTable;
  /** A verb may be shortened: `npm exe`. */
  readonly abbreviates?: true;
  /** Its operands are a command that it runs, or the text of one. */
  readonly takesCommand?: true;
  /** Options end at the first operand: what follows belongs to a script. */
  readonly endsAtOperand?: true;
  /** Options are whole words after one dash, `-exec`. */
  readonly singleDash?: true;
  /** The first word is a bundle of letters also without a dash: `tar xzf`. */
  readonly bundlesFirst?: true;
  /** A word such as `+nightly` may come first. */
  readonly plusFirst?: true;
  /** Options before the verb have no meaning after it. */
  readonly ownOptions?: true;
  /** It runs what a file says: its own input, `-` or `/dev/stdin`, is then a script too. */
  readonly readsScript?: true;
  /** Some of its verbs delete, wherever they stand: a word that says so asks. */
  readonly mayLose?: true;
  /** Words that are safe options by their form, `-Wall`. */
  readonly safe?: RegExp;
  /**
   * No option of it runs code, loads code or changes rights, so one that is not in the table does
   * not ask (decision 60). Holds for its verbs too.
   */
  readonly freeOptions?: true;
}

export interface ProgramTable extends VerbTable {
  /** Names, with blanks between them. */
  readonly programs: string;
}

/** Tables by the name of each program. */
export function byProgram<T extends Pick<ProgramTable, 'programs'>>(
  tables: readonly T[],
): ReadonlyMap<string, T> {
  return new Map(
    tables.flatMap((table) => namesIn(table.programs).map((name) => [name, table] as const)),
  );
}

/** Reads tables that are keyed by all names of an entry; each table is read once. */
export function indexNames<T>(): (table: Readonly<Record<string, T>>) => ReadonlyMap<string, T> {
  const indexes = new WeakMap<Readonly<Record<string, T>>, ReadonlyMap<string, T>>();
  return (table) => {
    const kept = indexes.get(table);
    if (kept !== undefined) return kept;
    const index = new Map(
      Object.entries(table).flatMap(([names, entry]) =>
        namesIn(names).map((name) => [name, entry] as const),
      ),
    );
    indexes.set(table, index);
    return index;
  };
}

export const runsCode: OptionRule = { value: 'text', hazard: 'runs the given code' };
export const loadsCode: OptionRule = { value: 'read', hazard: 'loads and runs code' };

type Hazard = (verb: string) => Sentence;

/** A verb with a hazard, unless what follows it says that it only reads. */
export function unlessReading(hazard: Hazard, reads: (usage: Usage) => boolean) {
  return {
    check: (usage: Usage): readonly Discovery[] => {
      const verb = usage.name.split(' ').at(-1) ?? '';
      return reads(usage) ? [] : [{ reason: hazard(verb), liftedBy: [verb] }];
    },
  };
}

/** A file or folder that it obeys: here, or where a build has put it. */
export const ownFile: OptionRule = {
  value: 'read',
  only: /^(?:\.\/)*(?:\.?[\w-]+\.[\w.-]+|[A-Z]\w*|\.|(?:build|out|target|dist|bin|_build|builddir|cmake-build-[\w-]+)(?:\/[\w.-]+)?)?\/?$/,
};

/**
 * Options as text, a fact a line. Names alone are switches that are known to be safe. Behind `=` is
 * what they take (`text`, `read`, `write`, `glued`, `maybe`, or a `script` for a shell), and why a
 * rule that does not name them is not enough.
 */
export function optionRows(text: string): Options {
  const rows = text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [names = '', rule] = line.split(' = ', 2);
      const made = rule === undefined ? {} : ruleOf(rule);
      return namesIn(names.trim()).map((name) => [name, made] as const);
    });
  return Object.fromEntries(rows);
}

const valueKinds = ['text', 'read', 'write', 'glued', 'maybe'] as const;

function ruleOf(written: string): OptionRule {
  const [first = '', ...rest] = written.split(', ');
  const isScript = first === 'script';
  const value = isScript ? 'text' : valueKinds.find((kind) => kind === first);
  const hazard = value === undefined ? written : rest.join(', ');
  return {
    ...(value && { value }),
    ...(hazard !== '' && { hazard }),
    ...(isScript && { isScript }),
  };
}

/** All that a program is given besides the names of options. */
export function givenWords({ operands, options }: Pick<Usage, 'operands' | 'options'>) {
  return [...operands, ...options.flatMap(({ value }) => value ?? [])];
}

/** Each word that the pattern fits is a reason, unless a rule names the word. */
export function eachLike(
  words: readonly ShellWord[],
  pattern: RegExp,
  reason: (word: string) => Sentence,
): readonly Discovery[] {
  return words.flatMap(({ text: word }) =>
    pattern.test(word) ? [{ reason: reason(word), liftedBy: [word] }] : [],
  );
}

/** An option that takes nothing and lets a rule not be enough. */
export function danger(hazard: string, value?: OptionRule['value']): OptionRule {
  return value === undefined ? { hazard } : { hazard, value };
}
