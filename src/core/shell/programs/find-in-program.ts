import { say, sayThat } from '../../base/sentence';
import type { ShellHazard, ShellWord } from '../../contracts/calls/shell-analysis';
import { type Finding, found, joinFindings, nothingFound, warn } from '../command/finding';
import { pathsInFolders, type Folders } from '../command/simple-command';
import { shorten } from '../command/words';
import { mayBePath, type NamedPath, operandPaths } from './operand-paths';
import { isFree, isOwnInput, pathHazards } from './path-hazards';
import {
  indexNames,
  type Discovery,
  type OptionRule,
  type Options,
  type ProgramTable,
  type Usage,
  type VerbTable,
  type UsedOption,
} from './program-table';
import { wordsOfNames } from './glob-words';
import { readOptions, type ReadOptions } from './read-options';
import { treePaths } from './trees';
import { unknownProgram } from './unknown-programs';
import { verbHazards } from './verb-checks';
import { addressHazards, lossHazards } from './word-checks';

/** A table with what the words before it brought along. */
interface Level {
  readonly name: string;
  readonly table: VerbTable;
  readonly inherited: Options;
  readonly singleDash: boolean;
  /** Its options need not be listed. */
  readonly isFree: boolean;
  readonly readsScript: boolean;
  readonly mayLose: boolean;
}

/**
 * What one use of a program does beyond what its name says (decisions shell-hazards and
 * shell-paths).
 */
export function findInProgram(
  name: string,
  [program, ...rest]: readonly [ShellWord, ...(readonly ShellWord[])],
  { table, folders }: { readonly table: ProgramTable; readonly folders: Folders },
): Finding {
  const level = {
    name,
    table,
    inherited: noOptions,
    singleDash: table.singleDash === true,
    isFree: table.freeOptions === true,
    readsScript: table.readsScript === true,
    mayLose: table.mayLose === true,
  };
  const [first] = rest;
  const plus = table.plusFirst === true && first?.text.startsWith('+') ? first : undefined;
  return joinFindings([
    nameHazard(table, name, program.text),
    found(verbHazards(name, plus === undefined ? rest : rest.slice(1))),
    plus === undefined ? nothingFound : plusHazard(plus),
    findAtLevel(level, plus === undefined ? rest : rest.slice(1), folders),
  ]);
}

function findAtLevel(level: Level, words: readonly ShellWord[], folders: Folders): Finding {
  const { name, table } = level;
  const options = joinOptions(level.inherited, table.options);
  const hasVerbs = table.verbs !== undefined || table.otherVerbs !== undefined;
  const endsAtOperand = hasVerbs || table.endsAtOperand === true;
  const bundlesFirst = table.bundlesFirst === true;
  const style = { options, singleDash: level.singleDash, endsAtOperand, bundlesFirst };
  const read = readOptions(words, style);
  const [verb, ...rest] = read.operands;
  const below = hasVerbs && verb !== undefined ? verbTables(table, verb.text) : [];
  if (verb === undefined || below.length === 0) {
    const isCut = endsAtOperand && table.endsAtOperand !== true;
    const whole = isCut ? readOptions(words, { ...style, endsAtOperand: false }) : read;
    return findInUse(level, whole, folders);
  }
  const inherited = table.ownOptions === true ? noOptions : options;
  return joinFindings([
    findInUse(level, { ...read, operands: [] }, folders),
    found(level.readsScript ? inputHazards({ ...read, options: [] }) : []),
    found(level.mayLose ? lossHazards(name, [verb]) : []),
    ...below.map(([full, next]) =>
      joinFindings([
        { ...nothingFound, forms: [[name, full, ...rest.map(({ text }) => text)].join(' ')] },
        nameHazard(next, full, verb.text),
        findAtLevel(
          {
            ...level,
            name: `${name} ${full}`,
            table: next,
            inherited,
            isFree: level.isFree || next.freeOptions === true,
            readsScript: level.readsScript || next.readsScript === true,
            mayLose: level.mayLose || next.mayLose === true,
          },
          rest,
          folders,
        ),
      ]),
    ),
  ]);
}

/** `+nightly` names a toolchain; a path names another one's programs. */
function plusHazard({ text }: ShellWord): Finding {
  return /^\+[\w.-]+$/.test(text)
    ? nothingFound
    : warn(say`${shorten(text)} names programs to run`);
}

const noOptions: Options = {};
const joined = new WeakMap<Options, WeakMap<Options, Options>>();

/** Options before a verb also apply after it; each pair is joined once. */
function joinOptions(inherited: Options, own: Options = noOptions): Options {
  if (inherited === noOptions || own === noOptions) return own === noOptions ? inherited : own;
  const pairs = joined.get(inherited) ?? new WeakMap<Options, Options>();
  const options = pairs.get(own) ?? { ...inherited, ...own };
  pairs.set(own, options);
  joined.set(inherited, pairs);
  return options;
}

type NamedVerb = readonly [string, VerbTable];

const noVerbs: NonNullable<VerbTable['verbs']> = {};
const verbsOf = indexNames<VerbTable>();
const optionsOf = indexNames<OptionRule>();

/** The table of a verb, or of all that it may abbreviate. */
function verbTables(table: VerbTable, verb: string): readonly NamedVerb[] {
  const all = verbsOf(table.verbs ?? noVerbs);
  const exact = all.get(verb);
  if (exact !== undefined) return [[verb, exact]];
  const short =
    table.abbreviates === true ? [...all].filter(([name]) => name.startsWith(verb)) : [];
  if (short.length > 0) return short;
  return table.otherVerbs === undefined ? [] : [[verb, table.otherVerbs]];
}

function nameHazard({ hazard }: VerbTable, name: string, written: string): Finding {
  if (hazard === undefined) return nothingFound;
  return found([tableHazard(shorten(name), hazard, written)]);
}

/** The verbs with which a table begins a hazard that sends nothing to another machine. */
const local =
  /^(?:writes|deletes|discards|removes|stops|ends|uses keys|may change existing|runs a program on the files)\b/;

/** A hazard that a table holds, `writes a file`. */
function tableHazard(name: string, hazard: string, word: string): ShellHazard {
  const reason = sayThat(name, hazard);
  return { reason, liftedBy: [word], ...(local.test(hazard) && { staysHere: true }) };
}

const onlyWrites: Finding = { ...nothingFound, writes: true };

function findInUse(level: Level, read: ReadOptions, folders: Folders): Finding {
  const { name, table } = level;
  const { options, operands, endedAt } = read;
  const usage: Usage = { name, options, operands, endedAt };
  const discovered = table.check?.(usage) ?? [];
  const writes = table.writes === true || discovered.some((one) => one.writes === true);
  const paths = pathsInUse(table, usage, writes);
  const { isFree, readsScript } = level;
  const isKnown = table !== unknownProgram;
  const names = isKnown ? wordsOfNames(table, usage, { folders, isFree, readsScript, writes }) : [];
  return joinFindings([
    names.length === 0 ? nothingFound : { ...nothingFound, names },
    writes ? onlyWrites : nothingFound,
    found([
      ...read.options.flatMap((option) => optionHazards(option, level)),
      ...discovered.flatMap(discoveredHazard),
    ]),
    handedOn(table, read),
    found(level.readsScript ? inputHazards(read) : []),
    found(level.mayLose ? lossHazards(name, read.operands) : []),
    found(level.isFree && !level.mayLose ? [] : addressHazards(name, reached(table, read))),
    placed([...paths, ...discovered.flatMap(discoveredPath)], folders),
  ]);
}

function pathsInUse(table: VerbTable, usage: Usage, writes: boolean): readonly NamedPath[] {
  const kind = table.operands ?? 'maybe';
  const named = [...usage.options.flatMap(optionPaths), ...operandPaths(kind, usage)];
  return [
    ...named,
    ...treePaths(usage, table === unknownProgram),
    // What an operand is, is not known here, so it may be what is written.
    ...(writes && kind === 'maybe' ? operandTargets(usage.operands) : []),
    // A program that is not known may write any file that it names.
    ...(table === unknownProgram ? named.flatMap(possibleTargets) : []),
  ];
}

/** What belongs to a script is its own, and a pattern is only text. */
function reached(table: VerbTable, read: ReadOptions): Pick<ReadOptions, 'options' | 'operands'> {
  if (table.operands === 'pattern') return { options: [], operands: [] };
  return table.endsAtOperand === true ? { ...read, operands: read.operands.slice(0, 1) } : read;
}

/** What it gives to a shell, or runs as it is. */
function handedOn({ takesCommand }: VerbTable, { options, operands }: ReadOptions): Finding {
  const scripts = options.flatMap(({ rule, value }) =>
    rule?.isScript === true && value?.known === true ? [value.text] : [],
  );
  if (takesCommand !== true || operands.length === 0) {
    return scripts.length === 0 ? nothingFound : { ...nothingFound, scripts };
  }
  const single = operands.length === 1 ? operands.map(({ text }) => text) : [];
  return { ...nothingFound, scripts: [...scripts, ...single], commands: [operands] };
}

function optionHazards(option: UsedOption, level: Level): readonly ShellHazard[] {
  const { written, word, value, rule } = option;
  if (rule === undefined) return isSafeUnlisted(option, level) ? [] : [notListed(word)];
  const isPath = value !== undefined && /^\.|[\\/]/.test(value.text);
  const hazard = rule.hazard ?? (isPath ? rule.pathHazard : undefined);
  if (hazard !== undefined) {
    return [tableHazard(shorten(written), hazard, word)];
  }
  if (rule.only === undefined || value === undefined || rule.only.test(value.text)) return [];
  const reason = say`${shorten(written)} ${shorten(value.text)} is not known to be safe`;
  return [{ reason, liftedBy: [...new Set([word, value.text])] }];
}

/** Decision 60: the tables list what is known to be safe. */
function notListed(word: string): ShellHazard {
  const reason = say`${shorten(word)} is not an option that is known to be safe`;
  return { reason, liftedBy: [word] };
}

/** A number, `head -20`, or the opposite of a switch that is safe. */
function isSafeUnlisted(
  { name, word }: UsedOption,
  { table, inherited, isFree: free }: Level,
): boolean {
  if (free || /^-\d+$/.test(word) || table.safe?.test(word) === true) return true;
  if (!name.startsWith('--no-') || name !== word) return false;
  const rule = optionsOf(joinOptions(inherited, table.options)).get(`--${name.slice(5)}`);
  return rule !== undefined && rule.hazard === undefined && rule.only === undefined;
}

/** What it reads from its input no rule has seen. */
function inputHazards({ options, operands }: ReadOptions): readonly ShellHazard[] {
  const values = options.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return [...values, ...operands.slice(0, 1)]
    .filter(({ text }) => isOwnInput(text))
    .map(({ text }) => ({
      reason: say`${shorten(text)} makes it run what it reads from its input`,
    }));
}

function optionPaths({ rule, value, written, word }: UsedOption): readonly NamedPath[] {
  if (rule === undefined) {
    if (value !== undefined) return mayBePath(value.text);
    return written === word ? mayBePath(word) : [];
  }
  if (value === undefined || value.text === '' || value.text === '-') return [];
  const { value: kind } = rule;
  // A switch takes none; what is glued to it may be a path of another program.
  if (kind === 'maybe' || kind === undefined) return mayBePath(value.text);
  if (kind === 'write') return targetsOf(value.text);
  return kind === 'read' ? [{ text: value.text, access: kind, certain: true }] : [];
}

/** `html:dir` and `dep-info=file` name a format before the file. */
function targetsOf(value: string): readonly NamedPath[] {
  const behind = /^[\w.-]+[:=](?!\/\/)([^]+)$/.exec(value)?.[1];
  return [value, ...(behind === undefined ? [] : [behind])].map((text) => {
    return { text, access: 'write', certain: true };
  });
}

function possibleTargets(path: NamedPath): readonly NamedPath[] {
  return targetsOf(path.text).map(({ text }) => ({
    ...path,
    ...{ text, access: 'write', certain: false },
  }));
}

function operandTargets(operands: readonly ShellWord[]): readonly NamedPath[] {
  return operands.flatMap(({ text, known }) => {
    if (!known || /\s|:\/\//.test(text)) return [];
    return targetsOf(text).map((target) => ({ ...target, certain: false }));
  });
}

function discoveredHazard({ reason, liftedBy, staysHere }: Discovery): readonly ShellHazard[] {
  if (reason === undefined) return [];
  return [{ reason, ...(liftedBy && { liftedBy }), ...(staysHere && { staysHere }) }];
}

function discoveredPath({ path }: Discovery): readonly NamedPath[] {
  return path === undefined ? [] : [{ ...path, certain: true }];
}

/** A path with more steps up has a hazard of its own. */
const mostPrefixes = 20;

/** Resolves the paths in the folders the command may run in. */
export function placed(paths: readonly NamedPath[], folders: Folders): Finding {
  const all = paths.filter(({ text }) => !isFree(text)).flatMap(withPrefixes);
  if (all.length === 0) return nothingFound;
  return found(
    all.flatMap(({ text, certain }) => (certain ? pathHazards(text) : [])),
    all.flatMap(({ text, access, certain, tree, glob }) =>
      pathsInFolders(text, folders, {
        ...{ access, certain, redirected: false },
        ...(tree && { tree }),
        ...(glob !== undefined && { glob }),
      }),
    ),
  );
}

/** After a link, `..` leads elsewhere than the text says, so its prefixes count too. */
function withPrefixes(path: NamedPath): readonly NamedPath[] {
  if (!path.text.includes('..')) return [path];
  const prefixes = [...path.text.matchAll(/[^/.][^/]*(?=\/+\.\.(?:\/|$))/g)]
    .slice(0, mostPrefixes)
    .map(({ index, 0: name }) => path.text.slice(0, index + name.length));
  return [path, ...prefixes.map((text) => ({ ...path, text, access: 'read' as const }))];
}
