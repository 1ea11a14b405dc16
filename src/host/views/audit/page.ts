import { auditResults, type AuditResult } from '../../../core/contracts/audit/entry';
import { auditTimes, type AuditForm, type AuditMove } from '../../../core/contracts/audit/page';
import { resultMarks } from './fields';
import { html, icon, type Html } from '../../window/html';

/** Its rows arrive as messages, so that focus, caret and scroll position are kept. */
export function auditShell(workspace: string): string {
  return html`<header>${head(workspace)} ${filters()}</header>
    <div class="progress" aria-hidden="true"></div>
    <main>
      <div id="problems"></div>
      <div id="table"></div>
    </main>
    <footer>
      <p id="status" role="status"></p>
      ${pages()}
    </footer>`.html;
}

function head(workspace: string): Html {
  return html`<div class="head">
    <h1>Audit log</h1>
    <span class="where" title="${workspace}"><bdi>${workspace}</bdi></span>
    <div class="commands" role="group" aria-label="Whole log">
      ${command('verify', 'Verify', 'verified')} ${command('export', 'Export…', 'export')}
      ${command('refresh', 'Refresh', 'refresh')}
    </div>
  </div>`;
}

function command(action: string, label: string, name: string): Html {
  return html`<button
    class="command"
    data-action="${action}"
    title="${commandTitles[action] ?? label}"
  >
    ${icon(name)}<span>${label}</span>
  </button>`;
}

const commandTitles: Readonly<Record<string, string>> = {
  verify: 'Check that the log has not been changed',
  export: 'Save every row that matches the filter as JSON Lines or CSV',
  refresh: 'Reload this page',
};

function filters(): Html {
  return html`<form id="filters" role="search" aria-label="Filter the audit log">
    <label class="search">
      ${icon('search')}<span class="unseen">Text</span>
      <input
        type="search"
        name="text"
        placeholder="Filter by command, answer, id or reason"
        maxlength="1000"
        spellcheck="false"
        autocomplete="off"
      />
    </label>
    <fieldset class="results">
      <legend class="unseen">Results; select none to show all</legend>
      ${auditResults.map(resultChip)}
    </fieldset>
    <label class="choice tools"
      ><span class="unseen">Tool</span>
      <select name="tool">
        <option value="">All tools</option>
      </select>
    </label>
    <label class="choice"
      ><span class="unseen">Time</span>
      <select name="time">
        ${auditTimes.map((time) => html`<option value="${time}">${timeTexts[time]}</option>`)}
      </select>
    </label>
    <label class="choice"
      ><span class="unseen">Order</span>
      <select name="order">
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
      </select>
    </label>
    <span class="range" hidden>
      <label>from <input type="datetime-local" name="from" step="1" /></label>
      <label>to <input type="datetime-local" name="to" step="1" /></label>
    </span>
    <button type="button" class="link" data-action="reset" hidden>Reset filters</button>
  </form>`;
}

const timeTexts: Readonly<Record<AuditForm['time'], string>> = {
  all: 'Any time',
  hour: 'Last hour',
  today: 'Today',
  week: 'Last 7 days',
  custom: 'From … to …',
};

function resultChip(result: AuditResult): Html {
  const mark = resultMarks[result];
  return html`<button
    type="button"
    class="chip ${mark.tone}"
    aria-pressed="false"
    data-result="${result}"
    title="Only ${mark.text}"
  >
    ${icon(mark.icon)}<span>${mark.text}</span>
  </button>`;
}

function pages(): Html {
  return html`<nav aria-label="Pages of the audit log">
    ${turn('first', html`First`)} ${turn('previous', html`${icon('chevron-left')}Previous`)}
    ${turn('next', html`Next${icon('chevron-right')}`)} ${turn('last', html`Last`)}
  </nav>`;
}

/** Never `disabled`, which would remove the focus: `aria-disabled` says the same. */
function turn(move: AuditMove, label: Html): Html {
  return html`<button class="turn" data-move="${move}" aria-disabled="true">${label}</button>`;
}
