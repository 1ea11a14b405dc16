import type { FilterConfidence } from '../contracts/filter-rule';
import type { StageCount } from './filter-metrics';
import type { EmitLine, LineStrategy } from './lines/line-strategy';

/** A rule that applies to an output. */
export interface ChainRule {
  readonly name: string;
  start(): LineStrategy;
}

/** Rules in sequence: each works on the output of the previous one. */
export interface FilterChain {
  push(line: string): void;
  end(exitCode: number | undefined): readonly StageCount[];
  /** Name of the rule that is at work; the last one that was, where work broke off. */
  activeRule(): string;
}

/** Blank lines are collapsed before each rule and at the end (003-filters-11). */
export function createFilterChain(rules: readonly ChainRule[], give: EmitLine): FilterChain {
  const work: Work = { rule: '' };
  const stages: Stage[] = [];
  let next = collapseBlankLines(give);
  for (const rule of [...rules].reverse()) {
    const stage = createStage(rule, next, work);
    stages.unshift(stage);
    next = collapseBlankLines(stage.push);
  }
  return {
    push: next,
    end: (exitCode) => {
      const confidences = stages.map((stage) => stage.end(exitCode));
      return stages.map((stage, at) => ({
        ...stage.count(),
        confidence: confidences[at] ?? 'fallback',
      }));
    },
    activeRule: () => work.rule,
  };
}

interface Stage {
  readonly push: EmitLine;
  end(exitCode: number | undefined): FilterConfidence;
  count(): Omit<StageCount, 'confidence'>;
}

/** The rule at work: it continues once the next rule has finished with a line. */
interface Work {
  rule: string;
}

function createStage(rule: ChainRule, next: EmitLine, work: Work): Stage {
  const { name } = rule;
  const strategy = rule.start();
  let linesIn = 0;
  let linesOut = 0;
  const give: EmitLine = (line) => {
    linesOut += 1;
    next(line);
  };
  return {
    push: (line) => {
      linesIn += 1;
      const before = work.rule;
      work.rule = name;
      strategy.push(line, give);
      work.rule = before;
    },
    end: (exitCode) => {
      work.rule = name;
      return strategy.end(exitCode, give);
    },
    count: () => ({ rule: name, linesIn, linesOut }),
  };
}

const order: readonly FilterConfidence[] = ['full', 'partial', 'fallback'];

/** The worst of several (003-filters-4). */
export function worstOf(confidences: readonly FilterConfidence[]): FilterConfidence {
  return order.findLast((confidence) => confidences.includes(confidence)) ?? 'fallback';
}

const space = 0x20;

/**
 * Gives one of several blank lines on (003-filters-11). One or two blanks by themselves are an
 * empty line in a diff, which counts in the numbers of its hunk: all of them stay.
 */
function collapseBlankLines(give: EmitLine): EmitLine {
  let wasBlank = false;
  return (line) => {
    const isBlank =
      line.length === 0 ||
      (line.charCodeAt(0) <= space && line !== ' ' && line !== '  ' && line.trim() === '');
    if (isBlank && wasBlank) return;
    wasBlank = isBlank;
    give(line);
  };
}
