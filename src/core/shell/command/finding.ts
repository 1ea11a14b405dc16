import type { Sentence } from '../../base/sentence';
import type {
  ShellHazard,
  ShellPart,
  ShellPath,
  ShellWord,
} from '../../contracts/calls/shell-analysis';
import type { Described } from './simple-command';
import type { WordOfNames } from './words';

/** What is known about a command besides its words. */
export interface Finding {
  readonly hazards: readonly ShellHazard[];
  readonly paths: readonly ShellPath[];
  readonly writes: boolean;
  /** Set if the target of a write is unknown. */
  readonly writesAnywhere?: true;
  /** Further texts by which a rule that tightens may name it. */
  readonly forms: readonly string[];
  /** Texts that it hands to a shell. */
  readonly scripts: readonly string[];
  /** Commands that it runs as they are. */
  readonly commands: readonly (readonly ShellWord[])[];
  /** Its words that may be read as the names they stand for. */
  readonly names?: readonly WordOfNames[];
}

export const nothingFound = {
  hazards: [],
  paths: [],
  writes: false,
  forms: [],
  scripts: [],
  commands: [],
  names: [],
} as const satisfies Finding;

export function joinFindings(all: readonly Finding[]): Finding {
  let only: Finding = nothingFound;
  let count = 0;
  for (const finding of all) {
    if (isNothing(finding)) continue;
    only = finding;
    count += 1;
  }
  if (count < 2) return only;
  return {
    hazards: joinLists(all, ({ hazards }) => hazards),
    paths: joinLists(all, ({ paths }) => paths),
    writes: all.some(({ writes }) => writes),
    ...(all.some(({ writesAnywhere }) => writesAnywhere) && { writesAnywhere: true }),
    forms: joinLists(all, ({ forms }) => forms),
    scripts: joinLists(all, ({ scripts }) => scripts),
    commands: joinLists(all, ({ commands }) => commands),
    names: joinLists(all, ({ names = nothingFound.names }) => names),
  };
}

/** The only list that holds something, or a new one: most are empty, and a copy costs. */
function joinLists<Fact>(
  all: readonly Finding[],
  listOf: (finding: Finding) => readonly Fact[],
): readonly Fact[] {
  let only: readonly Fact[] = [];
  let several: Fact[] | undefined;
  for (const finding of all) {
    const list = listOf(finding);
    if (list.length === 0) continue;
    if (only.length > 0) several ??= [...only];
    else only = list;
    if (several !== undefined) for (const fact of list) several.push(fact);
  }
  return several ?? only;
}

/** True for most findings: an ordinary command gives no reason for any. */
function isNothing(finding: Finding): boolean {
  if (finding === nothingFound) return true;
  const { hazards, paths, writes, forms, scripts, commands, names } = finding;
  const found = hazards.length + paths.length + forms.length + scripts.length + commands.length;
  return found + (names?.length ?? 0) === 0 && !writes;
}

/** A finding of hazards and paths alone. No spread: it would take as long as finding them. */
export function found(
  hazards: readonly ShellHazard[],
  paths: readonly ShellPath[] = nothingFound.paths,
): Finding {
  if (hazards.length + paths.length === 0) return nothingFound;
  const { writes, forms, scripts, commands } = nothingFound;
  return { hazards, paths, writes, forms, scripts, commands };
}

/** A finding of one hazard that no rule lifts. */
export function warn(reason: Sentence): Finding {
  return found([{ reason }]);
}

/**
 * Adds the redirections and assignments of a command to its description. Their hazards apply to
 * every part that an allow rule may clear; if no part needs a rule, the first one then does.
 */
export function attach(described: Described, finding: Finding): Described {
  if (finding.hazards.length + finding.paths.length === 0 && !finding.writes) return described;
  const needsRule = described.parts.some(({ role }) => role === 'decides');
  const parts = described.parts.map((part, at): ShellPart => {
    const isFirst = at === 0;
    const role = isFirst && !needsRule ? 'decides' : part.role;
    return {
      ...part,
      role,
      hazards: role === 'decides' ? [...part.hazards, ...finding.hazards] : part.hazards,
      paths: isFirst ? [...part.paths, ...finding.paths] : part.paths,
      writes: part.writes || (isFirst && finding.writes),
      ...(isFirst && finding.writesAnywhere && { writesAnywhere: true }),
    };
  });
  return { ...described, parts };
}

/** A longer text is no form of each command in it: many of them times many rules never end. */
export const longestForm = 1000;

/** Adds texts by which a rule that tightens may name every part. */
export function withForms(described: Described, given: readonly string[]): Described {
  // The outer command is a part of its own, which only tightens: the others need no further text.
  const forms = given.filter(({ length }) => length <= longestForm);
  const parts = described.parts.map((part) =>
    part.role === 'tightens' ? part : { ...part, forms: [...new Set([...part.forms, ...forms])] },
  );
  return { ...described, parts };
}
