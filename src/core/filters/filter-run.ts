import { createHeadTail } from '../base/head-tail';
import type { FilterReport } from '../contracts/filter';
import type { FilterRun } from '../ports/output-filters';
import { createByteCount } from './byte-count';
import { createFilterChain, worstOf, type ChainRule } from './filter-chain';
import type { FilteredOutput, StageCount } from './filter-metrics';
import type { ChunkLinePolicy } from './line-judge';
import { createLineSplitter } from './line-reader';
import { isPreserved } from './preserved-lines';

/** Does some work; undefined when it was broken off, as it took too long. */
export type Guard = <T>(work: () => T) => T | undefined;

export interface FilterRunOptions {
  /** UTF-8 bytes that are kept of what the rules leave, of its begin and its end. */
  readonly limitBytes: number;
  readonly guard: Guard;
  /** Asked by the rules. */
  readonly policy: ChunkLinePolicy;
  /** Told once, at the end. */
  readonly count: (output: FilteredOutput) => void;
  /** Told the rule whose work was broken off. */
  readonly onSlow: (rule: string) => void;
}

/** One output on its way through its rules (003 Output Filter Pipeline). */
export function createFilterRun(rules: readonly ChainRule[], options: FilterRunOptions): FilterRun {
  const kept = createKeptLines(options.limitBytes);
  const chain = createGuardedChain(rules, kept.push, options);
  const raw = createByteCount();
  return {
    write: (text) => {
      raw.add(text);
      chain.write(text);
      kept.flush();
    },
    end: (exitCode) => {
      const ended = chain.end(exitCode);
      const rawBytes = raw.bytes();
      const { rawLines, stages } = ended;
      const confidence = worstOf(stages.map((stage) => stage.confidence));
      const left = kept.end(ended.isEndOpen ? '' : '\n');
      const isGain =
        left.filteredBytes < rawBytes && stages.some((stage) => stage.confidence !== 'fallback');
      const filteredBytes = isGain ? left.filteredBytes : rawBytes;
      options.count({ confidence, rawBytes, filteredBytes, stages });
      if (!isGain) return undefined;
      return { ...left, rules: rules.map(({ name }) => name), confidence, rawLines, rawBytes };
    },
  };
}

interface ChainEnd {
  readonly stages: readonly StageCount[];
  readonly rawLines: number;
  /** The last line had no end. */
  readonly isEndOpen: boolean;
}

/** Text through the rules, until one of them proves too slow or a line too long for them. */
function createGuardedChain(
  rules: readonly ChainRule[],
  give: (line: string) => void,
  { guard, policy: judge, onSlow }: FilterRunOptions,
) {
  const chain = createFilterChain(rules, give);
  let rawLines = 0;
  let isGivenUp = false;
  const push = (line: string, isInside: boolean): void => {
    rawLines += 1;
    judge.setLine(isInside ? line : undefined);
    chain.push(line);
  };
  const reader = createLineSplitter(push, (text) => {
    // A line too long to be held says something that must not be lost: the output stays whole.
    isGivenUp ||= isPreserved(text);
  });
  const guarded = <T>(work: () => T): T | undefined => {
    if (isGivenUp) return undefined;
    const done = guard(() => ({ answer: work() }));
    if (done === undefined) {
      isGivenUp = true;
      onSlow(chain.activeRule());
    }
    return isGivenUp ? undefined : done?.answer;
  };
  return {
    write: (text: string): void => {
      judge.setChunk(text);
      guarded(() => {
        reader.write(text);
      });
      judge.setChunk('');
    },
    end: (exitCode: number | undefined): ChainEnd => {
      const ended = guarded(() => ({ isEndOpen: reader.end(), stages: chain.end(exitCode) }));
      return { rawLines, ...(ended ?? { isEndOpen: false, stages: rules.map(untouched) }) };
    },
  };
}

/** A rule whose output stays as it is. */
function untouched({ name: rule }: ChainRule): StageCount {
  return { rule, confidence: 'fallback', linesIn: 0, linesOut: 0 };
}

type KeptOutput = Pick<FilterReport, 'text' | 'filteredLines' | 'filteredBytes'>;

/** What the rules leave: counted whole, kept within the limit. */
function createKeptLines(limitBytes: number) {
  const kept = createHeadTail(limitBytes);
  const count = createByteCount();
  let lines: string[] = [];
  let filteredLines = 0;
  const append = (text: string): void => {
    count.add(text);
    kept.append(text);
  };
  const flush = (): void => {
    if (lines.length === 0) return;
    const separator = filteredLines === 0 ? '' : '\n';
    filteredLines += lines.length;
    append(separator + lines.join('\n'));
    lines = [];
  };
  return {
    push: (line: string): void => {
      lines.push(line);
    },
    flush,
    end: (ending: string): KeptOutput => {
      flush();
      if (filteredLines > 0) append(ending);
      return { text: kept.read().text, filteredLines, filteredBytes: count.bytes() };
    },
  };
}
