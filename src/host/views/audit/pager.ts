import type { AuditFilter } from '../../../core/contracts/audit/entry';
import type { AuditMove } from '../../../core/contracts/audit/page';
import { succeed, type Result } from '../../../core/contracts/failure';
import type { AuditQuery, AuditRow } from '../../../core/ports/audit-log';
import { shownCount, t } from '../../window/language';

/** Rows of a page: enough for one look, and far below the limit of an HTML page. */
export const pageSize = 100;

export interface AuditSlice {
  readonly rows: readonly AuditRow[];
  readonly moves: readonly AuditMove[];
  /** Rows before this page, counted from the starting end. */
  readonly offset: number;
  readonly from: 'start' | 'end';
  /** The number of matching rows, once the other end was reached. */
  readonly total?: number;
}

export interface AuditPagerOptions {
  readonly filter: AuditFilter;
  readonly order: 'newest' | 'oldest';
}

/** The position of a page: the keys that led to it from the starting end of the log. */
interface PagePosition {
  readonly from: 'start' | 'end';
  readonly keys: readonly (string | undefined)[];
}

const ends = {
  start: { from: 'start', keys: [undefined] },
  end: { from: 'end', keys: [undefined] },
} as const;

/** By key, so that a page costs the same in any log; the last one is read in reverse order. */
export class AuditPager {
  private place: PagePosition = ends.start;
  private further: string | undefined;

  constructor(
    private readonly query: AuditQuery,
    private readonly options: AuditPagerOptions,
  ) {}

  /** Reads the page for the move; a failed or cancelled read leaves the position unchanged. */
  async go(move: AuditMove, signal: AbortSignal): Promise<Result<AuditSlice>> {
    const { filter, order } = this.options;
    const opposite = order === 'newest' ? 'oldest' : 'newest';
    const wanted = this.placeAfter(move);
    const after = wanted.keys.at(-1);
    const answer = await this.query.list({
      ...{ filter, order: wanted.from === 'start' ? order : opposite, limit: pageSize, signal },
      ...(after !== undefined && { after }),
    });
    if (!answer.ok) return answer;
    const { rows, next } = answer.value;
    this.place = wanted;
    this.further = next;
    return succeed(sliceAt(wanted, rows, next !== undefined));
  }

  private placeAfter(move: AuditMove): PagePosition {
    const { place, further } = this;
    if (move === 'here') return place;
    if (move === 'first') return ends.start;
    if (move === 'last') return ends.end;
    const isAway = (move === 'next') === (place.from === 'start');
    if (!isAway) return { ...place, keys: place.keys.slice(0, Math.max(1, place.keys.length - 1)) };
    return further === undefined ? place : { ...place, keys: [...place.keys, further] };
  }
}

function sliceAt(
  { from, keys }: PagePosition,
  rows: readonly AuditRow[],
  hasMore: boolean,
): AuditSlice {
  const offset = (keys.length - 1) * pageSize;
  const isStart = from === 'start';
  const away: readonly AuditMove[] = isStart ? ['next', 'last'] : ['first', 'previous'];
  const back: readonly AuditMove[] = isStart ? ['first', 'previous'] : ['next', 'last'];
  return {
    rows: isStart ? rows : rows.toReversed(),
    moves: [...(hasMore ? away : []), ...(offset > 0 ? back : [])],
    offset,
    from,
    ...(hasMore ? {} : { total: offset + rows.length }),
  };
}

export function rowRangeText({ rows, offset, from, total }: AuditSlice): string {
  const count = rows.length;
  if (total === count) return count === 1 ? t('1 row') : t('{0} rows', shownCount(count));
  const shown = range(offset + 1, offset + count);
  if (from === 'start') {
    return total === undefined
      ? t('Rows {0}', shown)
      : t('Rows {0} of {1}', shown, shownCount(total));
  }
  if (total !== undefined) return t('Rows {0} of {1}', range(1, count), shownCount(total));
  if (offset === 0) return t('The last {0} rows', shownCount(count));
  return t('Rows {0} from the end', shown);
}

function range(first: number, last: number): string {
  return `${shownCount(first)}–${shownCount(last)}`;
}
