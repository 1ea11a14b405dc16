import { readValue } from '../../../core/base/json-read';
import type { Result } from '../../../core/contracts/result';
import type { AuditQuery, AuditRow } from '../../../core/ports/audit-log';

const pageSize = 200;

/** The rows of one page, and whether there are others on either side. */
export interface AuditSlice {
  readonly rows: readonly AuditRow[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

const auditMoves = ['older', 'newer', 'refresh'] as const;
export type AuditMove = (typeof auditMoves)[number];

/** The move that a message of the page asks for; undefined when it is no such message. */
export function readAuditMove(message: unknown): AuditMove | undefined {
  const type = readValue(message, 'type');
  return auditMoves.find((move) => move === type);
}

export interface AuditPages {
  /** Reads the page that the move leads to; a failed reading leaves the place as it was. */
  go(move: AuditMove): Promise<Result<AuditSlice>>;
}

/** Walks the log by key, so that a page costs the same however long the log is. */
export function createAuditPages(query: AuditQuery): AuditPages {
  /** The `before` of each page from the newest to the present one. */
  let places: readonly (number | undefined)[] = [undefined];
  let next: number | undefined;

  function placesAfter(move: AuditMove): readonly (number | undefined)[] {
    if (move === 'older' && next !== undefined) return [...places, next];
    if (move === 'newer' && places.length > 1) return places.slice(0, -1);
    return places;
  }

  return {
    async go(move) {
      const wanted = placesAfter(move);
      const before = wanted.at(-1);
      const answer = await query.list({
        limit: pageSize + 1,
        ...(before === undefined ? {} : { before }),
      });
      if (!answer.ok) return answer;
      const rows = answer.value.slice(0, pageSize);
      const hasOlder = answer.value.length > pageSize;
      places = wanted;
      next = hasOlder ? rows.at(-1)?.seq : undefined;
      return { ok: true, value: { rows, hasOlder, hasNewer: wanted.length > 1 } };
    },
  };
}
