import type { ShellHazard, ShellWord } from '../../contracts/calls/shell-analysis';
import { type Finding, found, joinFindings, nothingFound, warn } from '../command/finding';
import { pathsInFolders, type Folders } from '../command/simple-command';
import { shorten } from '../command/words';
import { mayBePath, type NamedPath, operandPaths } from './operand-paths';
import { isFree, pathHazards } from './path-hazards';
import {
  indexNames,
  type Discovery,
  type Options,
  type ProgramTable,
  type Usage,
  type VerbTable,
  type UsedOption,
} from './program-table';
import { readOptions, type ReadOptions } from './read-options';

/** A table with what the words before it brought along. */
interface Level {
  readonly name: string;
  readonly table: VerbTable;
  readonly inherited: Options;
  readonly singleDash: boolean;
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
  const level = { name, table, inherited: noOptions, singleDash: table.singleDash === true };
  const [first] = rest;
  const plus = table.plusFirst === true && first?.text.startsWith('+') ? first : undefined;
  return joinFindings([
    nameHazard(table, name, program.text),
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
  if (verb === undefined || below.length === 0) return findInUse(level, read, folders);
  const inherited = table.ownOptions === true ? noOptions : options;
  return joinFindings([
    findInUse(level, { ...read, operands: [] }, folders),
    found(unsureVerb(read.options)),
    ...below.map(([full, next]) =>
      joinFindings([
        { ...nothingFound, forms: [[name, full, ...rest.map(({ text }) => text)].join(' ')] },
        nameHazard(next, full, verb.text),
        findAtLevel({ ...level, name: `${name} ${full}`, table: next, inherited }, rest, folders),
      ]),
    ),
  ]);
}

/** `+nightly` names a toolchain; a path names another one's programs. */
function plusHazard({ text }: ShellWord): Finding {
  return /^\+[\w.-]+$/.test(text) ? nothingFound : warn(`${shorten(text)} names programs to run`);
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
  const reason = `${shorten(name)} ${hazard}`;
  return found([{ reason, liftedBy: [written] }]);
}

/** With an option that is not known the verb may be its value, and the next word the verb. */
function unsureVerb(options: readonly UsedOption[]): readonly ShellHazard[] {
  return options
    .filter(({ rule, value }) => rule === undefined && value === undefined)
    .map(({ written, word }) => ({
      reason: `${shorten(written)} is not a known option before the verb`,
      liftedBy: [word],
    }));
}

const onlyWrites: Finding = { ...nothingFound, writes: true };

function findInUse(level: Level, read: ReadOptions, folders: Folders): Finding {
  const { name, table } = level;
  const usage: Usage = { name, ...read };
  const paths = [
    ...read.options.flatMap(optionPaths),
    ...operandPaths(table.operands ?? 'maybe', usage),
  ];
  const discovered = table.check?.(usage) ?? [];
  const writes = table.writes === true || discovered.some((one) => one.writes === true);
  return joinFindings([
    writes ? onlyWrites : nothingFound,
    found([...read.options.flatMap(optionHazards), ...discovered.flatMap(discoveredHazard)]),
    handedOn(table, read),
    placed([...paths, ...discovered.flatMap(discoveredPath)], folders),
  ]);
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

function optionHazards({ written, word, value, rule }: UsedOption): readonly ShellHazard[] {
  const isPath = value !== undefined && /^\.|[\\/]/.test(value.text);
  const hazard = rule?.hazard ?? (isPath ? rule?.pathHazard : undefined);
  if (hazard === undefined) return [];
  return [{ reason: `${shorten(written)} ${hazard}`, liftedBy: [word] }];
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
  return kind === 'read' || kind === 'write'
    ? [{ text: value.text, access: kind, certain: true }]
    : [];
}

function discoveredHazard({ reason, liftedBy }: Discovery): readonly ShellHazard[] {
  if (reason === undefined) return [];
  return [liftedBy === undefined ? { reason } : { reason, liftedBy }];
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
    all.flatMap(({ text, access, certain }) =>
      pathsInFolders(text, folders, { access, certain, redirected: false }),
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
