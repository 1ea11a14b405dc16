import { createHeadTail, Utf8Count } from '../base/head-tail';
import type { FilterReport } from '../contracts/filter-rule';
import type { FilterRun } from '../ports/output-filters';
import { createFilterChain, worstOf, type ChainRule } from './filter-chain';
import type { FilteredOutput, StageCount } from './filter-metrics';
import { type ChunkLinePolicy, isPreserved } from './lines/line-policy';
import { cutEnd, cutStart } from '../base/text-lines';

/** Does some work; undefined when it was broken off, as it took too long. */
export type Guard = <T>(work: () => T) => T | undefined;

export interface FilterRunOptions {
  /** UTF-8 bytes kept of the filtered output, from its start and end. */
  readonly limitBytes: number;
  readonly guard: Guard;
  /** Asked by the rules. */
  readonly policy: ChunkLinePolicy;
  /** Called once, at the end. */
  readonly count: (output: FilteredOutput) => void;
  /** Called with the rule that was stopped. */
  readonly onSlow: (rule: string) => void;
}

/** One output on its way through its rules (003-filters-1). */
export function createFilterRun(rules: readonly ChainRule[], options: FilterRunOptions): FilterRun {
  const kept = createKeptLines(options.limitBytes);
  const chain = createGuardedChain(rules, kept.push, options);
  const raw = new Utf8Count();
  return {
    write: (text) => {
      raw.add(text);
      chain.write(text);
      kept.flush();
    },
    end: (exitCode) => {
      const ended = chain.end(exitCode);
      const rawBytes = raw.bytes;
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
  const reader = new LineSplitter(push, (text) => {
    // A line too long to hold contains something that must not be lost: the output is kept whole.
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

/** A rule that leaves the output unchanged. */
function untouched({ name: rule }: ChainRule): StageCount {
  return { rule, confidence: 'fallback', linesIn: 0, linesOut: 0 };
}

type KeptOutput = Pick<FilterReport, 'text' | 'filteredLines' | 'filteredBytes'>;

/** Output of the rules: counted whole, kept within the limit. */
function createKeptLines(limitBytes: number) {
  const kept = createHeadTail(limitBytes);
  let lines: string[] = [];
  let filteredLines = 0;
  const flush = (): void => {
    if (lines.length === 0) return;
    const separator = filteredLines === 0 ? '' : '\n';
    filteredLines += lines.length;
    kept.append(separator + lines.join('\n'));
    lines = [];
  };
  return {
    push: (line: string): void => {
      lines.push(line);
    },
    flush,
    end: (ending: string): KeptOutput => {
      flush();
      if (filteredLines > 0) kept.append(ending);
      const { text, bytes } = kept.read();
      return { text, filteredLines, filteredBytes: bytes };
    },
  };
}

/** Characters that are taken out of the middle of an overlong line at a time. */
const blockChars = 32 * 1024;
/**
 * A longer line is cut to between two and three blocks: more than a model is given of an output.
 */
const maxLineChars = 4 * blockChars;

/** `isInside`: the whole line is part of the text that is being written. */
type EmitSplitLine = (line: string, isInside: boolean) => void;

/**
 * Cuts a text that comes in pieces into lines, wherever it was cut; linear also in a line without
 * an end. Of an overlong line the begin and the end are given; `leave` gets what is left out of it.
 */
class LineSplitter {
  private open = '';
  private cut = 0;

  constructor(
    private readonly give: EmitSplitLine,
    private readonly leave: (text: string) => void,
  ) {}

  /** Gives every line that has an end. */
  write(text: string): void {
    let from = 0;
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      if (this.open === '' && to - from < maxLineChars) this.give(text.slice(from, to), true);
      else {
        this.grow(text.slice(from, to));
        this.close();
      }
      from = to + 1;
    }
    if (from < text.length) this.grow(text.slice(from));
  }

  /** Gives the line that has none. True when there was such a line. */
  end(): boolean {
    if (this.open === '') return false;
    this.close();
    return true;
  }

  private grow(text: string): void {
    this.open += text;
    if (this.cut === 0 && this.open.length < maxLineChars) return;
    while (this.open.length >= 3 * blockChars) {
      this.leave(this.open.slice(blockChars, 2 * blockChars + overlap));
      this.open = this.open.slice(0, blockChars) + this.open.slice(2 * blockChars);
      this.cut += blockChars;
    }
  }

  private close(): void {
    const line = this.cut === 0 ? this.open : shortened(this.open, this.cut);
    this.open = '';
    this.cut = 0;
    this.give(line, false);
  }
}

/** Removed text is checked with the start of the text after it: a word may span both. */
const overlap = 1024;

function shortened(kept: string, cut: number): string {
  const begin = cutEnd(kept, blockChars);
  const end = cutStart(kept, kept.length - blockChars);
  const missing = cut + kept.length - begin.length - end.length;
  return `${begin} … ${String(missing)} characters cut … ${end}`;
}
