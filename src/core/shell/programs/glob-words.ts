import type { GlobWord } from '../../contracts/calls/shell-analysis';
import type { WordOfNames } from '../command/words';
import { type Folders, pathInFolder } from '../command/simple-command';
import { computed } from './operand-paths';
import type { OptionRule, UsedOption, Usage, VerbTable } from './program-table';

/** Only marks of globs and plain lists: bash and we read them alike. */
const marks = /^[\w./@+,%=*?[\]{}-]+$/;
const list =
  /\{(?:(?:[^{}.]|\.(?!\.))*,(?:[^{}.]|\.(?!\.))*|\d{1,4}\.\.\d{1,4}|[a-z]\.\.[a-z])\}/gi;
const longest = 255;
/** Leads elsewhere than the beginning of the word says. */
const leadsElsewhere = /[{,]\/|(?:^|[/{,])\.\.(?:$|[/},])/;

function globOf(word: string, folders: readonly string[]): GlobWord | undefined {
  const [place] = computed(word);
  const isPlain = word.length <= longest && marks.test(word) && !leadsElsewhere.test(word);
  if (place?.glob === undefined || !isPlain) return undefined;
  if (/[{}]/.test(word.replace(list, ''))) return undefined;
  const { text, glob } = place;
  return { word, glob, folders: folders.map((folder) => pathInFolder(folder, text)) };
}

interface Ground {
  readonly folders: Folders;
  /** No option of the program runs code, loads code or changes rights. */
  readonly isFree: boolean;
  readonly readsScript: boolean;
  readonly writes: boolean;
}

/**
 * The words of a command that the shell may replace by any names, as far as these are harmless:
 * operands of which the program reads one like the other, and values that are only text.
 */
export function wordsOfNames(
  table: VerbTable,
  usage: Usage,
  ground: Ground,
): readonly WordOfNames[] {
  const { folders } = ground;
  if (folders === undefined) return [];
  const operands = usage.operands.filter(
    (word, at) => !word.known && takesNames(table, usage, { ...ground, at }),
  );
  return [
    ...operands.flatMap((word) => named(word, globOf(word.text, folders))),
    ...usage.options.flatMap((option) => valueOf(option, folders)),
  ];
}

function named(of: WordOfNames['of'], glob: GlobWord | undefined): readonly WordOfNames[] {
  return glob === undefined ? [] : [{ of, glob }];
}

type Place = Ground & { readonly at: number };

function takesNames(table: VerbTable, usage: Usage, place: Place): boolean {
  const { operands: kind = 'maybe', takesCommand, check } = table;
  const { at } = place;
  // The words of a list are in the command itself.
  if (place.writes) return kind === 'write' && !/[*?[]/.test(usage.operands[at]?.text ?? '*');
  if (takesCommand === true || !isReadAlike(table, usage, place)) return false;
  if (check === undefined) return true;
  // A second name must not mean more than the first, as it does to `uniq in out`.
  const { operands } = usage;
  const twice = operands.flatMap((word, each) => (each === at ? [word, word] : [word]));
  return check({ ...usage, operands: twice }).length === check(usage).length;
}

/** The program does the same to what is there, one or several. */
function isReadAlike(
  { operands: kind = 'maybe', endsAtOperand }: VerbTable,
  { options }: Usage,
  { at, isFree, readsScript }: Place,
): boolean {
  const isFirst = at === 0 && !options.some(({ rule }) => rule?.isPattern === true);
  if (isFirst && (readsScript || kind === 'pattern')) return false;
  // What follows may be the words of another program.
  if (kind === 'maybe') return readsScript || endsAtOperand !== true;
  return kind === 'none' ? isFree : ['read', 'pattern', 'revisions'].includes(kind);
}

/** The value is only text. */
function isText({ value, hazard, only, pathHazard }: OptionRule): boolean {
  const isPlain = hazard === undefined && only === undefined && pathHazard === undefined;
  return isPlain && (value === 'text' || value === 'glued');
}

function valueOf(
  { rule, value, word }: UsedOption,
  folders: readonly string[],
): readonly WordOfNames[] {
  if (value?.known !== false || rule === undefined || !isText(rule)) return [];
  // `--include=*.ts` stands for nothing but such options.
  const isGlued = word.includes('=') && word.endsWith(`=${value.text}`);
  const glob = globOf(value.text, isGlued ? [] : folders);
  if (glob === undefined) return [];
  return [
    isGlued ? { of: word, glob: { ...glob, word } } : { of: value, glob: { ...glob, most: 1 } },
  ];
}
