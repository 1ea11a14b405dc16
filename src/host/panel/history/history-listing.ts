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
}

/** One query over several sources, merged by time. A source that fails ends; the others go on. */
export class HistoryListing {
  private readonly cursors: readonly SourceCursor[];
  private readonly problems = new Set<string>();

  constructor(
    sources: readonly EntrySource[],
    private readonly text: string,
    private readonly signal: AbortSignal,
  ) {
    this.cursors = sources.map((source) => ({
      source,
      waiting: [],
      cursor: undefined,
      isDone: false,
    }));
  }

  /** The next entries; call it again only after it has returned. */
  async more(count: number): Promise<ListingPage> {
    const entries: StoredEntry[] = [];
    while (entries.length < count && !isAborted(this.signal)) {
      await Promise.all(this.cursors.map((feed) => this.fill(feed)));
      const next = this.takeNewest();
      if (next === undefined) break;
      entries.push(next);
    }
    const hasMore = this.cursors.some(({ waiting, isDone }) => waiting.length > 0 || !isDone);
    const problem = [...this.problems].join(' ');
    return { entries, hasMore, ...(problem === '' ? {} : { problem }) };
  }

  private async fill(feed: SourceCursor): Promise<void> {
    while (feed.waiting.length === 0 && !feed.isDone && !isAborted(this.signal)) {
      const { entries, nextCursor, problem } = await feed.source.page(
        this.text,
        feed.cursor,
        this.signal,
      );
      feed.waiting = entries;
      // A cursor that leads nowhere would be queried forever.
      feed.isDone = nextCursor === undefined || nextCursor === feed.cursor;
      feed.cursor = nextCursor;
      if (problem !== undefined) this.problems.add(problem);
    }
  }

  private takeNewest(): StoredEntry | undefined {
    let newest: SourceCursor | undefined;
    for (const feed of this.cursors) {
      const [first] = feed.waiting;
      if (first === undefined) continue;
      if (newest === undefined || first.updatedAt > timeOf(newest)) newest = feed;
    }
    const [entry, ...rest] = newest?.waiting ?? [];
    if (newest !== undefined) newest.waiting = rest;
    return entry;
  }
}

function timeOf({ waiting }: SourceCursor): number {
  return waiting[0]?.updatedAt ?? 0;
}
