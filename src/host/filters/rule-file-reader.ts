import type { RuleFileText } from '../../adapters/filters/read-rule-file';
import type { CheckRule } from './check-rule';
import { parseRules, type FilterEntry, type RuleProblem } from './parse-rules';
import { quoted } from './rule-issues';
import { problemIn, type LoadedRules, type RuleFile } from './rule-file-locations';
import { shown, t } from '../window/language';

export interface RuleFileReaderDeps {
  readonly read: (file: string) => Promise<RuleFileText>;
  /** Created for each file. */
  readonly createCheck: () => CheckRule;
}

/** Reads rule files repeatedly, and remembers their last valid content. */
export interface RuleFileReader {
  /** In the order of the places. Never rejects. */
  load(places: readonly RuleFile[]): Promise<readonly LoadedRules[]>;
}

/** The content of a file when it was last valid. */
interface Understood {
  readonly text: string;
  readonly loaded: LoadedRules;
}

/** Current result of a file, and the state kept for it. */
interface Reading {
  readonly loaded: LoadedRules;
  readonly understood?: Understood;
}

/** A file that is gone, or no longer asked for, is forgotten. */
export function createRuleFileReader({ read, createCheck }: RuleFileReaderDeps): RuleFileReader {
  let known: ReadonlyMap<string, Understood> = new Map();

  async function readPlace(place: RuleFile): Promise<Reading> {
    const last = known.get(place.file);
    const found = await read(place.file);
    switch (found.kind) {
      case 'absent':
        return { loaded: { ruleFile: place, entries: [], problems: [] } };
      case 'too-large':
        return {
          loaded: {
            ruleFile: place,
            entries: [],
            problems: [problemIn(place, undefined, tooLarge())],
          },
        };
      case 'unreadable':
        return lastGood(place, last, {
          line: undefined,
          text: t('cannot be read: {0}', shown(found.why)),
        });
      case 'text':
        if (last?.text === found.text) return { loaded: last.loaded, understood: last };
        return understand(place, found.text, last);
    }
  }

  async function understand(
    place: RuleFile,
    text: string,
    last: Understood | undefined,
  ): Promise<Reading> {
    const parsed = parseRules(text);
    if (!parsed.ok) return lastGood(place, last, parsed.failure);
    const { entries, problems } = await checked(parsed.value.entries, createCheck());
    const all = [...parsed.value.problems, ...problems].toSorted(byLine);
    const loaded = {
      ruleFile: place,
      entries,
      problems: all.map((problem) => problemIn(place, problem.line, problem.text)),
    };
    return { loaded, understood: { text, loaded } };
  }

  return {
    load: async (places) => {
      const readings: Reading[] = [];
      for (const place of places) readings.push(await readPlace(place));
      known = new Map(
        readings.flatMap(({ loaded, understood }) =>
          understood === undefined ? [] : [[loaded.ruleFile.file, understood] as const],
        ),
      );
      return readings.map(({ loaded }) => loaded);
    },
  };
}

const tooLarge = () => t('larger than 1 MiB, so none of its rules applies');

/** A file that is being edited may be broken: its last valid rules stay in force. */
function lastGood(place: RuleFile, last: Understood | undefined, why: RuleProblem): Reading {
  const text =
    last === undefined
      ? t('{0}; until it is corrected, none of its rules applies', why.text)
      : t('{0}; until it is corrected, its last valid rules apply', why.text);
  const problem = problemIn(place, why.line, text);
  const entries = last?.loaded.entries ?? [];
  const loaded = { ruleFile: place, entries, problems: [problem] };
  return last === undefined ? { loaded } : { loaded, understood: last };
}

async function checked(
  entries: readonly FilterEntry[],
  check: CheckRule,
): Promise<{ readonly entries: readonly FilterEntry[]; readonly problems: RuleProblem[] }> {
  const good: FilterEntry[] = [];
  const problems: RuleProblem[] = [];
  for (const entry of entries) {
    const why = entry.rule === undefined ? undefined : await check(entry.rule);
    if (why === undefined) good.push(entry);
    else {
      const { name, line } = entry;
      problems.push({ line, text: t('{0} is skipped: {1}', t('the rule {0}', quoted(name)), why) });
    }
  }
  return { entries: good, problems };
}

function byLine(a: RuleProblem, b: RuleProblem): number {
  return (a.line ?? 0) - (b.line ?? 0);
}
