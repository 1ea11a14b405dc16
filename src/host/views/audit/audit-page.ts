import type { AuditRow } from '../../../core/ports/audit-log';
import { escapeControlInline } from '../../../core/base/escape-control';
import {
  auditFields,
  auditSubject,
  eventText,
  resultMark,
  verdictIcon,
  type AuditField,
} from './audit-fields';
import { auditScript } from './audit-script';
import { auditStyle } from './audit-style';
import { html, type Html } from './html';

export interface AuditPage {
  readonly workspace: string;
  readonly rows: readonly AuditRow[];
  /** Trouble of the store or of this reading, shown above the table. */
  readonly problems: readonly string[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  readonly nonce: string;
}

/** One page of the audit log as a complete document: strict CSP, every text escaped. */
export function renderAuditPage(page: AuditPage): string {
  const { nonce } = page;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  const markup = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>Gatehouse audit log</title>
        <style nonce="${nonce}">
          ${auditStyle}
        </style>
      </head>
      <body>
        <h1>Audit log</h1>
        <p class="where">${page.workspace}, newest first</p>
        ${page.problems.map(problem)} ${navigation(page)}
        ${page.rows.length === 0 ? empty(page) : table(page.rows)}
        <script nonce="${nonce}">
          ${auditScript};
        </script>
      </body>
    </html>`;
  return markup.html;
}

function problem(text: string): Html {
  return html`<p class="problem" role="alert">⚠ ${text}</p>`;
}

function empty(page: AuditPage): Html {
  const text =
    page.problems.length > 0
      ? 'No entries can be shown.'
      : 'No tool call has been recorded in this workspace yet.';
  return html`<p>${text}</p>`;
}

function navigation(page: AuditPage): Html {
  return html`<nav aria-label="Pages of the audit log">
    ${button('newer', '‹ Newer', page.hasNewer)} ${button('older', 'Older ›', page.hasOlder)}
    ${button('refresh', 'Refresh', true)}
  </nav>`;
}

function button(action: string, label: string, enabled: boolean): Html {
  return enabled
    ? html`<button data-action="${action}">${label}</button>`
    : html`<button data-action="${action}" disabled>${label}</button>`;
}

function table(rows: readonly AuditRow[]): Html {
  return html`<table>
    <caption class="hidden">
      Tool calls, newest first. The button of a row shows all its fields.
    </caption>
    <thead>
      <tr>
        <th scope="col"><span class="hidden">Details</span></th>
        <th scope="col">Time (UTC)</th>
        <th scope="col">Tool</th>
        <th scope="col">Call</th>
        <th scope="col">Result</th>
        <th scope="col">Approved by</th>
        <th scope="col" class="number">Exit</th>
        <th scope="col" class="number">Duration</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(row)}
    </tbody>
  </table>`;
}

function row(entry: AuditRow): Html {
  const id = `details-${String(entry.seq)}`;
  const mark = resultMark(entry.result);
  const tool = escapeControlInline(entry.tool);
  return html`<tr>
      <td>
        <button
          class="twistie"
          aria-expanded="false"
          aria-controls="${id}"
          aria-label="All fields of ${tool} at ${entry.ts}"
        ></button>
      </td>
      <td><time datetime="${entry.ts}">${shortTime(entry.ts)}</time></td>
      <td>${tool}</td>
      <td class="call">${auditSubject(entry)}</td>
      <td class="${mark.tone}">
        <span aria-hidden="true">${mark.icon}</span> ${mark.text}${eventText(entry.event)}
      </td>
      <td>${entry.approved_by}</td>
      <td class="number">${entry.exit_code ?? ''}</td>
      <td class="number">${Math.round(entry.duration_ms)} ms</td>
    </tr>
    <tr id="${id}" class="details" hidden>
      <td colspan="8">
        <dl>${auditFields(entry).map(field)}</dl>
        ${gates(entry)}
      </td>
    </tr>`;
}

function field({ name, text }: AuditField): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${text}</dd>
  </div>`;
}

function gates(entry: AuditRow): Html {
  if (entry.gates.length === 0) return html`<p>gates: none was reached</p>`;
  const lines = entry.gates.map(
    ({ slot, verdict, reason }) =>
      html`<li>
        <span aria-hidden="true">${verdictIcon(verdict)}</span> ${verdict} · ${slot}:
        ${escapeControlInline(reason)}
      </li>`,
  );
  return html`<h2>gates</h2>
    <ol>
      ${lines}
    </ol>`;
}

/** `2026-01-02 03:04:05` of an ISO time; UTC, as it is recorded. */
function shortTime(ts: string): string {
  return ts.replace('T', ' ').replace(/(?:\.\d+)?Z$/, '');
}
