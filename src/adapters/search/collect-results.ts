import type { FindResult, GrepMatch, GrepResult } from '../../core/ports/search';
import { comparePaths } from './path-order';
import type { SearchControl, FoundLine, FoundLines } from './search-job';

export interface MatchLimits {
  readonly maxMatches: number;
  /** Limit for the text of all lines, in UTF-8 bytes. */
  readonly maxBytes: number;
  /** Context lines reported after a match. */
  readonly context: number;
}

/** Collects permitted lines up to the limits, in bounded memory. */
export class MatchCollector {
  private readonly collected: GrepMatch[] = [];
  private matches = 0;
  private bytes = 0;
  private cut: GrepResult['cut'];

  constructor(
    private readonly limits: MatchLimits,
    private readonly mayRead: (path: string) => boolean,
  ) {}

  add({ path, lines }: FoundLines): SearchControl {
    if (!this.mayRead(path)) return 'more';
    const first = this.collected.length;
    for (const line of lines) {
      this.cut = this.reasonToCut(line);
      if (this.cut !== undefined) {
        this.dropLeadingContext(first);
        return 'enough';
      }
      if (!line.isContext) this.matches += 1;
      this.bytes += Buffer.byteLength(line.text);
      this.collected.push({ path, ...line });
    }
    return 'more';
  }

  result(): Omit<GrepResult, 'unsaved'> {
    const matches = this.collected.sort((a, b) => comparePaths(a.path, b.path) || a.line - b.line);
    return { matches, cut: this.cut };
  }

  private reasonToCut(line: FoundLine): GrepResult['cut'] {
    if (!line.isContext && this.matches === this.limits.maxMatches) return 'matches';
    return this.bytes + Buffer.byteLength(line.text) > this.limits.maxBytes ? 'bytes' : undefined;
  }

  /** Drops the context lines before an unreported match. */
  private dropLeadingContext(first: number): void {
    const last = this.collected.findLastIndex(({ isContext }, at) => at >= first && !isContext);
    const match = this.collected[last];
    if (match === undefined) {
      this.collected.length = first;
      return;
    }
    const end = match.line + this.limits.context;
    while ((this.collected.at(-1)?.line ?? 0) > end) this.collected.pop();
  }
}

/** Keeps the first paths in sort order of all permitted ones, whatever order they arrive in. */
export class PathCollector {
  private paths: string[] = [];
  private total = 0;
  /** Once set, no path after it can be among the first. */
  private last: string | undefined;

  constructor(
    private readonly max: number,
    private readonly mayRead: (path: string) => boolean,
  ) {}

  add(path: string): void {
    if (!this.mayRead(path)) return;
    this.total += 1;
    if (this.last !== undefined && comparePaths(path, this.last) > 0) return;
    this.paths.push(path);
    if (this.paths.length === this.max * 2) this.shrink();
  }

  result(): Omit<FindResult, 'unsaved'> {
    this.shrink();
    return { paths: this.paths, truncated: this.total > this.paths.length, total: this.total };
  }

  private shrink(): void {
    this.paths.sort(comparePaths);
    if (this.paths.length <= this.max) return;
    this.paths = this.paths.slice(0, this.max);
    this.last = this.paths.at(-1);
  }
}
