import { escapeControlInline } from '../../../core/base/escape-control';
import type { AuditForm } from '../../../core/contracts/audit-view';
import type { AuditRow } from '../../../core/ports/audit-log';
import { auditTable } from './audit-table';
import { rowRangeText, type AuditSlice } from './audit-walk';
import { html, icon } from './html';

export interface RowsShown {
  readonly isFiltered: boolean;
  readonly isUnfolded: (row: string) => boolean;
}

/** The table, or why there is none. */
export function rowsHtml(rows: readonly AuditRow[], shown: RowsShown): string {
  if (rows.length > 0) return auditTable(rows, shown.isUnfolded).html;
  return shown.isFiltered ? noMatch : emptyLog;
}

export const noRows = html`<p class="empty">No entries can be shown.</p>`.html;

const noMatch = html`<div class="empty">
  ${icon('filter')}
  <p>No rows match the filter.</p>
  <button type="button" class="secondary" data-action="reset">Reset filters</button>
</div>`.html;

const emptyLog = html`<div class="empty">
  ${icon('law')}
  <p>No tool call has been recorded in this workspace yet.</p>
</div>`.html;

export function problems(texts: readonly string[]): string {
  return texts
    .map(
      (text) =>
        html`<p class="problem" role="alert">
          ${icon('warning')} <span>${escapeControlInline(text)}</span>
        </p>`.html,
    )
    .join('');
}

export interface AuditStatusFacts {
  readonly isFiltered: boolean;
  readonly order: AuditForm['order'];
}

/** Which rows are in sight, of which rows, in which order. */
export function auditStatusText(slice: AuditSlice, { isFiltered, order }: AuditStatusFacts): string {
  if (slice.rows.length === 0) return isFiltered ? 'No rows match the filter' : 'No rows';
  const match = slice.rows.length === 1 ? 'matches' : 'match';
  const which = isFiltered ? ` that ${match} the filter` : '';
  return `${rowRangeText(slice)}${which}, ${order} first`;
}
