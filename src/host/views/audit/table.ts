import { say, type Amount } from '../../../core/base/sentence';
import { durationOf } from '../../../core/base/wording';
import type { AuditRow } from '../../../core/ports/audit-log';
import {
  auditSubject,
  eventText,
  decidedBy,
  resultMark,
  hasCard,
  shortLine,
  toolLabel,
  auditFields,
  verdictIcon,
  type AuditField,
  type AuditFieldGroup,
} from './fields';
import { html, icon, type Html } from '../../window/html';
import { shown, t } from '../../window/language';
import { escapeControlInline } from '../../../core/base/escape-control';
import type { SealedEntry } from '../../../core/contracts/audit/entry';
import type { AuditForm } from '../../../core/contracts/audit/page';
import { rowRangeText, type AuditSlice } from './pager';

const columns = 9;

/** A page of the log. Roles are explicit: narrow pages lay the rows out as blocks. */
function auditTable(rows: readonly AuditRow[], isUnfolded: (row: string) => boolean): Html {
  return html`<table role="table" aria-label="${t('Tool calls')}">
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" class="fold"><span class="unseen">${t('Details')}</span></th>
        <th role="columnheader" class="time">${t('Time')}</th>
        <th role="columnheader" class="result">${t('Result')}</th>
        <th role="columnheader" class="tool">${t('Tool')}</th>
        <th role="columnheader" class="call">${t('Call')}</th>
        <th role="columnheader" class="approved">${t('Decided by')}</th>
        <th role="columnheader" class="exit">${t('Exit')}</th>
        <th role="columnheader" class="duration">${t('Duration')}</th>
        <th role="columnheader" class="actions"><span class="unseen">${t('Actions')}</span></th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map((row) => entryRow(row, isUnfolded(row.row)))}
    </tbody>
  </table>`;
}

function entryRow(entry: AuditRow, isUnfolded: boolean): Html {
  const tool = shortLine(entry.tool, 300);
  const shown = shortLine(toolLabel(entry.tool), 300);
  const call = auditSubject(entry);
  const name = t('{0} at {1}', shortLine(shown, 60), entry.ts);
  return html`<tr role="row" class="entry" data-row="${entry.row}">
      <td role="cell" class="fold">
        ${rowButton('fold', t('All fields of {0}', name), {
          icon: 'chevron-right',
          expanded: isUnfolded,
        })}
      </td>
      <td role="cell" class="time">
        <time datetime="${entry.ts}" title="${entry.ts}">${shortTime(entry.ts)}</time>
      </td>
      <td role="cell" class="result">${result(entry)}</td>
      <td role="cell" class="tool" title="${tool}"><bdi>${shown}</bdi></td>
      <td role="cell" class="call" title="${call}"><bdi dir="ltr">${call}</bdi></td>
      <td role="cell" class="approved">${decidedBy(entry)}</td>
      <td role="cell" class="exit">${exitText(entry.exit_code)}</td>
      <td role="cell" class="duration">${tookText(entry.duration_ms)}</td>
      <td role="cell" class="actions">
        ${!hasCard(entry) ? html`` : rowButton('showCard', t('Show card of {0}', name), { icon: 'comment-discussion' })}
        ${rowButton('copy', t('Copy {0} as JSON', name), { icon: 'copy' })}
      </td>
    </tr>
    ${isUnfolded ? detailsRow(entry) : html``}`;
}

/** −1 stands for a code that is not known, such as that of a command that still runs. */
function exitText(code: number | undefined): string {
  return code === undefined || code === -1 ? '' : String(code);
}

/** The row below an entry, with all its fields. */
export function detailsRow(entry: AuditRow): Html {
  return html`<tr role="row" class="details" data-of="${entry.row}">
    <td role="cell" colspan="${columns}">${auditDetails(entry)}</td>
  </tr>`;
}

function result(entry: AuditRow): Html {
  const mark = resultMark(entry);
  const event = eventText(entry.event);
  const note = event === '' ? html`` : html` <span class="event">· ${event}</span>`;
  return html`<span class="${mark.tone}">${icon(mark.icon)} ${mark.text}</span>${note}`;
}

interface RowButton {
  readonly icon: string;
  readonly expanded?: boolean;
}

/** Outside the tab order: the page lets the tab key reach the buttons of one row at a time. */
function rowButton(action: string, label: string, button: RowButton): Html {
  const { expanded } = button;
  const state = expanded === undefined ? html`` : html` aria-expanded="${String(expanded)}"`;
  return html`<button
    class="icon"
    tabindex="-1"
    data-row-action="${action}"
    aria-label="${label}"
    title="${rowTitles()[action] ?? label}"
    ${state}
  >
    ${icon(button.icon)}
  </button>`;
}

const rowTitles = (): Readonly<Record<string, string>> => ({
  fold: t('All fields'),
  showCard: t('Show card in the chat'),
  copy: t('Copy as JSON'),
});

/** `2026-01-02 03:04:05` of an ISO time; the page converts it to the user's time zone. */
function shortTime(ts: string): string {
  return shortLine(ts.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ''), 40);
}

function tookText(ms: number): string {
  if (ms < 1000) return t('{0} ms', Math.round(ms));
  const seconds: Amount = { amount: ms / 1000, digits: [1, 1] };
  return shown(ms < 10_000 ? say`${seconds} s` : durationOf(ms));
}

function auditDetails(entry: SealedEntry): Html {
  return html`<div class="groups">${auditFields(entry).map(group)}</div>
    ${gates(entry)}`;
}

function group({ title, fields }: AuditFieldGroup): Html {
  return html`<section class="group">
    <h2>${title}</h2>
    <dl>${fields.map(field)}</dl>
  </section>`;
}

function field({ name, text }: AuditField): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${text}</dd>
  </div>`;
}

function gates(entry: SealedEntry): Html {
  if (entry.gates.length === 0) {
    return html`<section class="gates">
      <h2>${t('Gates')}</h2>
      <p>${t('The call reached no gate.')}</p>
    </section>`;
  }
  return html`<section class="gates">
    <h2>${t('Gates')}</h2>
    <ol>
      ${entry.gates.map(gateLine)}
    </ol>
  </section>`;
}

function gateLine({ slot, gate, verdict, reason }: SealedEntry['gates'][number]): Html {
  const name = gate === undefined || gate === slot ? slot : `${slot} (${gate})`;
  return html`<li>
    ${icon(verdictIcon(verdict))}
    <b>${escapeControlInline(verdict)}</b> ${escapeControlInline(name)}:
    ${escapeControlInline(reason)}
  </li>`;
}

export interface RowsShown {
  readonly isFiltered: boolean;
  readonly isUnfolded: (row: string) => boolean;
}

export function rowsHtml(rows: readonly AuditRow[], shown: RowsShown): string {
  if (rows.length > 0) return auditTable(rows, shown.isUnfolded).html;
  return shown.isFiltered ? noMatch() : emptyLog();
}

export const noRows = (): string =>
  html`<p class="empty">${t('No entries can be shown.')}</p>`.html;

const noMatch = (): string =>
  html`<div class="empty">
    ${icon('filter')}
    <p>${t('No rows match the filter.')}</p>
    <button type="button" class="secondary" data-action="reset">${t('Reset filters')}</button>
  </div>`.html;

const emptyLog = (): string =>
  html`<div class="empty">
    ${icon('law')}
    <p>${t('No tool call has been recorded in this workspace yet.')}</p>
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

export function auditStatusText(
  slice: AuditSlice,
  { isFiltered, order }: { readonly isFiltered: boolean; readonly order: AuditForm['order'] },
): string {
  if (slice.rows.length === 0) {
    return isFiltered ? t('No rows match the filter') : t('No rows');
  }
  const rows = rowRangeText(slice);
  const isNewest = order === 'newest';
  if (!isFiltered) return isNewest ? t('{0}, newest first', rows) : t('{0}, oldest first', rows);
  if (slice.rows.length === 1) {
    return isNewest
      ? t('{0} that matches the filter, newest first', rows)
      : t('{0} that matches the filter, oldest first', rows);
  }
  return isNewest
    ? t('{0} that match the filter, newest first', rows)
    : t('{0} that match the filter, oldest first', rows);
}
