import { durationText } from '../../../core/base/duration-text';
import type { AuditRow } from '../../../core/ports/audit-log';
import { auditDetails } from './audit-details';
import { auditSubject, eventText, resultMark, shortLine } from './audit-fields';
import { html, icon, type Html } from './html';

const columns = 9;

/** A page of the log. Roles are written out: narrow pages lay the rows out as blocks. */
export function auditTable(rows: readonly AuditRow[], isUnfolded: (row: string) => boolean): Html {
  return html`<table role="table" aria-label="Tool calls">
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" class="fold"><span class="unseen">Details</span></th>
        <th role="columnheader" class="time">Time</th>
        <th role="columnheader" class="result">Result</th>
        <th role="columnheader" class="tool">Tool</th>
        <th role="columnheader" class="call">Call</th>
        <th role="columnheader" class="approved">Approved by</th>
        <th role="columnheader" class="exit">Exit</th>
        <th role="columnheader" class="duration">Duration</th>
        <th role="columnheader" class="actions"><span class="unseen">Actions</span></th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map((row) => entryRow(row, isUnfolded(row.row)))}
    </tbody>
  </table>`;
}

function entryRow(entry: AuditRow, isUnfolded: boolean): Html {
  const tool = shortLine(entry.tool, 300);
  const call = auditSubject(entry);
  const name = `${shortLine(entry.tool, 60)} at ${entry.ts}`;
  return html`<tr role="row" class="entry" data-row="${entry.row}">
      <td role="cell" class="fold">
        ${rowButton('fold', `All fields of ${name}`, {
          icon: 'chevron-right',
          expanded: isUnfolded,
        })}
      </td>
      <td role="cell" class="time">
        <time datetime="${entry.ts}" title="${entry.ts}">${shortTime(entry.ts)}</time>
      </td>
      <td role="cell" class="result">${result(entry)}</td>
      <td role="cell" class="tool" title="${tool}"><bdi>${tool}</bdi></td>
      <td role="cell" class="call" title="${call}"><bdi dir="ltr">${call}</bdi></td>
      <td role="cell" class="approved">${shortLine(entry.approved_by, 60)}</td>
      <td role="cell" class="exit">${entry.exit_code ?? ''}</td>
      <td role="cell" class="duration">${tookText(entry.duration_ms)}</td>
      <td role="cell" class="actions">
        ${entry.event === 'erased' ? html`` : rowButton('showCard', `Show card of ${name}`, { icon: 'comment-discussion' })}
        ${rowButton('copy', `Copy ${name} as JSON`, { icon: 'copy' })}
      </td>
    </tr>
    ${isUnfolded ? detailsRow(entry) : html``}`;
}

/** The row below an entry, with all its fields. */
export function detailsRow(entry: AuditRow): Html {
  return html`<tr role="row" class="details" data-of="${entry.row}">
    <td role="cell" colspan="${columns}">${auditDetails(entry)}</td>
  </tr>`;
}

function result(entry: AuditRow): Html {
  const mark = resultMark(entry.result);
  const event = eventText(entry.event);
  const note = event === '' ? html`` : html` <span class="event">· ${event}</span>`;
  return html`<span class="${mark.tone}">${icon(mark.icon)} ${mark.text}</span>${note}`;
}

interface RowButton {
  readonly icon: string;
  readonly expanded?: boolean;
}

/** Out of the order of tabs: the page lets the tab key reach the buttons of one row at a time. */
function rowButton(action: string, label: string, button: RowButton): Html {
  const { expanded } = button;
  const state = expanded === undefined ? html`` : html` aria-expanded="${String(expanded)}"`;
  return html`<button
    class="icon"
    tabindex="-1"
    data-row-action="${action}"
    aria-label="${label}"
    title="${rowTitles[action] ?? label}"
    ${state}
  >
    ${icon(button.icon)}
  </button>`;
}

const rowTitles: Readonly<Record<string, string>> = {
  fold: 'All fields',
  showCard: 'Show card in the chat',
  copy: 'Copy as JSON',
};

/** `2026-01-02 03:04:05` of an ISO time; the page writes it in the person's time zone. */
function shortTime(ts: string): string {
  return shortLine(ts.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ''), 40);
}

/** Exact while it is short. */
function tookText(ms: number): string {
  if (ms < 1000) return `${String(Math.round(ms))} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : durationText(ms);
}
