import type { FilterReport, FilterRule, FilterStrategy } from '../contracts/filter-rule';
import type { FilterRun } from '../ports/output-filters';
import { compileMatch, type MatchCommand, type CommandText } from './command-match';
import type { ChainRule } from './filter-chain';
import type { FilterCounters } from './filter-metrics';
import { createFilterRun, type Guard } from './filter-run';
import { ChunkLinePolicy, linePolicy } from './lines/line-policy';
import type { LinePolicy, LineStrategy } from './lines/line-strategy';
import { translateRust } from './lines/rust-regex';
import { dedup } from './strategies/dedup';
import { gitDiff } from './strategies/git-diff';
import { gitStatus } from './strategies/git-status';
import { groupByRule } from './strategies/group-by-rule';
import { keepMatching, stripAnnotated, stripNoise } from './strategies/match-lines';
import { testSummary } from './strategies/test-summary';
import { truncate } from './strategies/truncate';
import { createEscapeFilter, LineResolver, isLineSequence } from '../base/ansi';

/** A rule and who wrote it. */
export interface SourcedRule {
  readonly rule: FilterRule;
  readonly source: 'built-in' | 'user' | 'workspace';
}

export interface FilterSetOptions {
  /** UTF-8 bytes that are kept of a filtered output, of its begin and its end. */
  readonly limitBytes: number;
  /**
   * Runs the user's patterns with a time limit; undefined if it was exceeded. Without a guard they
   * run like the built-in ones.
   */
  readonly guard?: Guard;
  /** Count what becomes of outputs. */
  readonly counters?: FilterCounters;
  /** Called with the rule that was over the limit; it is left out from then on. */
  readonly onSlow?: (rule: string) => void;
}

/**
 * Rules, compiled. Several rules for one command work one behind the other, in their order
 * (003-filters-4). Every rule must have passed `invalidRuleReason`.
 */
export class FilterSet {
  private readonly judge = new ChunkLinePolicy();
  private readonly compiled: readonly CompiledRule[];
  private readonly slow = new Set<CompiledRule>();

  constructor(
    rules: readonly SourcedRule[],
    private readonly options: FilterSetOptions,
  ) {
    this.compiled = rules
      .filter(({ rule }) => rule.enabled)
      .map((rule) => compileRule(rule, this.judge));
  }

  /** Undefined when no rule is for the command. */
  open(command: CommandText): FilterRun | undefined {
    const found = this.find(command);
    return found.length === 0 ? undefined : this.run(found);
  }

  /** Names of the rules that are for a command, in their order. */
  rulesFor(command: CommandText): readonly string[] {
    return this.find(command).map(({ name }) => name);
  }

  private find(command: CommandText): readonly CompiledRule[] {
    return this.compiled.filter((rule) => !this.slow.has(rule) && this.fits(rule, command));
  }

  private fits(rule: CompiledRule, command: CommandText): boolean {
    const { guard } = this.options;
    if (!rule.isGuarded || guard === undefined) return rule.match(command);
    const isFit = guard(() => rule.match(command));
    if (isFit === undefined) this.leaveOut(rule);
    return isFit === true;
  }

  private leaveOut(rule: CompiledRule): void {
    this.slow.add(rule);
    this.options.onSlow?.(rule.name);
  }

  private run(found: readonly CompiledRule[]): FilterRun {
    const { guard, limitBytes, counters } = this.options;
    const isGuarded = found.some((rule) => rule.isGuarded);
    return createFilterRun(found, {
      limitBytes,
      policy: this.judge,
      guard: (isGuarded ? guard : undefined) ?? unguarded,
      count: (output) => counters?.add(output),
      onSlow: (name) => {
        // A built-in rule that is stopped together with others only shows that the machine is busy.
        const rule = found.find((each) => each.isGuarded && each.name === name);
        if (rule !== undefined) this.leaveOut(rule);
      },
    });
  }
}

const unguarded: Guard = (work) => work();

interface CompiledRule extends ChainRule {
  readonly match: MatchCommand;
  readonly isGuarded: boolean;
}

/** The strategy is compiled with the first output it is for. */
function compileRule({ rule: written, source }: SourcedRule, judge: LinePolicy): CompiledRule {
  const rule = source === 'built-in' ? written : translateRule(written);
  let compiled: ReturnType<typeof compileStrategy> | undefined;
  return {
    name: rule.name,
    match: compileMatch(rule.match),
    isGuarded: source !== 'built-in',
    start: () => (compiled ??= compileStrategy(rule.strategy, judge))(),
  };
}

/** A user's rule, its expressions in JavaScript's syntax as those of built-in rules are. */
function translateRule({ match, strategy, ...rest }: FilterRule): FilterRule {
  const { regex } = match;
  return {
    ...rest,
    match: regex === undefined ? match : { ...match, regex: translateRust(regex) },
    strategy: translateStrategy(strategy),
  };
}

function translateStrategy(strategy: FilterStrategy): FilterStrategy {
  const one = (pattern: string | undefined) => pattern && translateRust(pattern);
  switch (strategy.type) {
    case 'keep_matching':
    case 'strip_noise':
      return { ...strategy, patterns: strategy.patterns.map(translateRust) };
    case 'strip_annotated': {
      const { patterns, summary_pattern } = strategy;
      return {
        ...strategy,
        patterns: patterns.map(translateRust),
        summary_pattern: one(summary_pattern),
      };
    }
    case 'group_by_rule': {
      const { location_pattern, rule_pattern } = strategy;
      return {
        ...strategy,
        location_pattern: one(location_pattern),
        rule_pattern: one(rule_pattern),
      };
    }
    case 'dedup': {
      const normalize_patterns = strategy.normalize_patterns.map((each) => {
        return { ...each, pattern: translateRust(each.pattern) };
      });
      return { ...strategy, normalize_patterns };
    }
    default:
      return strategy;
  }
}

/** Why a rule of the user is invalid; undefined if it is valid. */
export function invalidRuleReason(given: FilterRule): string | undefined {
  try {
    const rule = translateRule(given);
    compileMatch(rule.match);
    compileStrategy(rule.strategy, linePolicy);
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}

/**
 * The nine strategies (003-strategy-1 to 003-strategy-9). Throws a SyntaxError where a pattern is
 * none.
 */
function compileStrategy(strategy: FilterStrategy, judge: LinePolicy): () => LineStrategy {
  switch (strategy.type) {
    case 'dedup':
      return dedup(strategy, judge);
    case 'git_diff':
      return gitDiff(strategy, judge);
    case 'git_status':
      return gitStatus(strategy, judge);
    case 'group_by_rule':
      return groupByRule(strategy, judge);
    case 'keep_matching':
      return keepMatching(strategy, judge);
    case 'strip_annotated':
      return stripAnnotated(strategy, judge);
    case 'strip_noise':
      return stripNoise(strategy, judge);
    case 'test_summary':
      return testSummary(strategy, judge);
    case 'truncate':
      return truncate(strategy, judge);
  }
}

/** UTF-16 units that go through the rules at a time, as from a pipe. */
const chunkChars = 64 * 1024;

export interface FilteredText {
  /** As a terminal shows it: without escape sequences, of a rewritten line its last state. */
  readonly raw: string;
  /** Text for the model: `raw` where nothing is gained. */
  readonly text: string;
  readonly report: FilterReport | undefined;
}

/** Filters the whole output of a command, as a program wrote it (003-filters-11, then rules). */
export function filterText(
  set: FilterSet,
  command: CommandText,
  text: string,
  exitCode: number | undefined,
): FilteredText {
  const raw = shownText(text);
  const run = set.open(command);
  for (let at = 0; at < raw.length; at += chunkChars) run?.write(raw.slice(at, at + chunkChars));
  const report = run?.end(exitCode);
  return { raw, text: report?.text ?? raw, report };
}

/**
 * A text as a terminal shows it: escape sequences gone, carriage returns resolved, lines end with
 * LF.
 */
function shownText(text: string): string {
  const escapes = createEscapeFilter(isLineSequence);
  const lines = new LineResolver();
  return lines.write(escapes.write(text)) + lines.end();
}
