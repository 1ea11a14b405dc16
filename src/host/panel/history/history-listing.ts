import type { EntrySource, StoredEntry } from './sources';
import { isAborted } from '../../../core/base/async';

interface ListingPage {
  readonly entries: readonly StoredEntry[];
  readonly hasMore: boolean;
  readonly problem?: string;
}

/** The state of one source: entries that wait for their turn, and the next cursor. */
interface SourceCursor {
  readonly source: EntrySource;
  waiting: readonly StoredEntry[];
  cursor: string | undefined;
  isDone: boolean;
  /** Epoch milliseconds: nothing that is left is newer. */
  newest: number;
}

/**
 * One query over several sources, merged by time. A source that fails ends; the others go on. A
 * page is requested only when its entries may be the next: opening another workspace costs a lock
 * and a database.
 */
export class HistoryListing {
  private readonly cursors: SourceCursor[];
  private readonly problems = new Set<string>();

  constructor(
    sources: readonly EntrySource[],
    private readonly text: string,
    private readonly signal: AbortSignal,
  ) {
    this.cursors = sources.map(cursorOf);
  }

  /**
   * The next entries; call it again only after it has returned. `onFound` gets those found so far: a
   * search may take long.
   */
  async more(
    count: number,
    onFound: (entries: readonly StoredEntry[]) => void = () => undefined,
  ): Promise<ListingPage> {
    const entries: StoredEntry[] = [];
    while (entries.length < count && !isAborted(this.signal)) {
      const next = this.nextCursor();
      const due = this.dueBefore(next?.waiting[0]);
      if (due.length > 0) {
        if (entries.length > 0) onFound(entries);
        await Promise.all(due.map((each) => this.fill(each)));
      } else if (next === undefined) break;
      else entries.push(...takeFirst(next));
    }
    const hasMore = this.cursors.some(({ waiting, isDone }) => waiting.length > 0 || !isDone);
    const problem = [...this.problems].join(' ');
    return { entries, hasMore, ...(problem === '' ? {} : { problem }) };
  }

  /** The one with the newest entry that waits. */
  private nextCursor(): SourceCursor | undefined {
    const full = this.cursors.filter(({ waiting }) => waiting.length > 0);
    const newest = Math.max(...full.map(timeOf));
    return full.find((each) => timeOf(each) === newest);
  }

  /** The sources whose next page may have an entry before this one; only the newest of them. */
  private dueBefore(entry: StoredEntry | undefined): readonly SourceCursor[] {
    const empty = this.cursors.filter(({ waiting, isDone }) => waiting.length === 0 && !isDone);
    const newest = Math.max(...empty.map((each) => each.newest));
    if (entry !== undefined && newest < entry.updatedAt) return [];
    return empty.filter((each) => each.newest === newest);
  }

  private async fill(feed: SourceCursor): Promise<void> {
    const { source, cursor } = feed;
    const { entries, nextCursor, sources, problem } = await source.page(
      this.text,
      cursor,
      this.signal,
    );
    feed.waiting = entries;
    // A cursor that leads nowhere would be queried forever.
    feed.isDone = nextCursor === undefined || nextCursor === cursor;
    feed.cursor = nextCursor;
    if (sources !== undefined) this.cursors.push(...sources.map(cursorOf));
    if (problem !== undefined) this.problems.add(problem);
  }
}

function cursorOf(source: EntrySource): SourceCursor {
  const { newest = Infinity } = source;
  return { source, waiting: [], cursor: undefined, isDone: false, newest };
}

function timeOf({ waiting }: SourceCursor): number {
  return waiting[0]?.updatedAt ?? 0;
}

function takeFirst(feed: SourceCursor): readonly StoredEntry[] {
  const [entry, ...rest] = feed.waiting;
  feed.waiting = rest;
  feed.newest = entry?.updatedAt ?? feed.newest;
  return entry === undefined ? [] : [entry];
}
