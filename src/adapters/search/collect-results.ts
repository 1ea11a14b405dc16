import type { FindResult, GrepMatch, GrepResult } from '../../core/ports/search';
import type { Answer } from './search-engine';

/** Collects matches the guard lets through, up to a number; memory does not grow beyond it. */
export class MatchCollector {
  private readonly matches: GrepMatch[] = [];
  private truncated = false;
  private readonly readable = new Map<string, boolean>();

  constructor(
    private readonly max: number,
    private readonly mayRead: (path: string) => boolean,
  ) {}

  add(match: GrepMatch): Answer {
    if (!this.isReadable(match.path)) return 'more';
    if (this.matches.length === this.max) {
      this.truncated = true;
      return 'enough';
    }
    this.matches.push(match);
    return 'more';
  }

  result(): GrepResult {
    const matches = this.matches.sort((a, b) => compare(a.path, b.path) || a.line - b.line);
    return { matches, truncated: this.truncated };
  }

  private isReadable(path: string): boolean {
    const known = this.readable.get(path);
    if (known !== undefined) return known;
    const readable = this.mayRead(path);
    this.readable.set(path, readable);
    return readable;
  }
}

/** Keeps the first paths in order of all that the guard lets through, whatever order they come in. */
export class PathCollector {
  private paths: string[] = [];
  private truncated = false;
  /** Once known, no later path can be among the first. */
  private last: string | undefined;

  constructor(
    private readonly max: number,
    private readonly mayRead: (path: string) => boolean,
  ) {}

  add(path: string): void {
    if (this.last !== undefined && path > this.last) return;
    if (!this.mayRead(path)) return;
    this.paths.push(path);
    if (this.paths.length === this.max * 2) this.shrink();
  }

  result(): FindResult {
    this.shrink();
    return { paths: this.paths, truncated: this.truncated };
  }

  private shrink(): void {
    this.paths.sort(compare);
    if (this.paths.length <= this.max) return;
    this.paths = this.paths.slice(0, this.max);
    this.last = this.paths.at(-1);
    this.truncated = true;
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
