import { auditResults, type AuditResult } from '../../../core/contracts/audit/entry';
import { auditTimes, type AuditForm, type AuditMove } from '../../../core/contracts/audit/page';
import { resultMarks } from './fields';
import { html, icon, type Html } from '../../window/html';
import { t } from '../../window/language';

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
    <h1>${t('Audit log')}</h1>
    <span class="where" title="${workspace}"><bdi>${workspace}</bdi></span>
    <div class="commands" role="group" aria-label="${t('Whole log')}">
      ${command('verify', t('Verify'), 'verified')} ${command('export', t('Export…'), 'export')}
      ${command('refresh', t('Refresh'), 'refresh')}
    </div>
  </div>`;
}

function command(action: string, label: string, name: string): Html {
  return html`<button
    class="command"
    data-action="${action}"
    title="${commandTitles()[action] ?? label}"
  >
    ${icon(name)}<span>${label}</span>
  </button>`;
}

const commandTitles = (): Readonly<Record<string, string>> => ({
  verify: t('Check that the log has not been changed'),
  export: t('Save every row that matches the filter as JSON Lines or CSV'),
  refresh: t('Reload this page'),
});

function filters(): Html {
  return html`<form id="filters" role="search" aria-label="${t('Filter the audit log')}">
    <label class="search">
      ${icon('search')}<span class="unseen">${t('Text')}</span>
      <input
        type="search"
        name="text"
        placeholder="${t('Filter by command, answer, id or reason')}"
        maxlength="1000"
        spellcheck="false"
        autocomplete="off"
      />
    </label>
    <fieldset class="results">
      <legend class="unseen">${t('Results; select none to show all')}</legend>
      ${auditResults.map(resultChip)}
    </fieldset>
    <label class="choice tools"
      ><span class="unseen">${t('Tool')}</span>
      <select name="tool">
        <option value="">${t('All tools')}</option>
      </select>
    </label>
    <label class="choice"
      ><span class="unseen">${t('Time')}</span>
      <select name="time">
        ${auditTimes.map((time) => html`<option value="${time}">${timeTexts()[time]}</option>`)}
      </select>
    </label>
    <label class="choice"
      ><span class="unseen">${t('Order')}</span>
      <select name="order">
        <option value="newest">${t('Newest first')}</option>
        <option value="oldest">${t('Oldest first')}</option>
      </select>
    </label>
    <span class="range" hidden>
      <label>${t('from')} <input type="datetime-local" name="from" step="1" /></label>
      <label>${t('to')} <input type="datetime-local" name="to" step="1" /></label>
    </span>
    <button type="button" class="link" data-action="reset" hidden>${t('Reset filters')}</button>
  </form>`;
}

const timeTexts = (): Readonly<Record<AuditForm['time'], string>> => ({
  all: t('Any time'),
  hour: t('Last hour'),
  today: t('Today'),
  week: t('Last 7 days'),
  custom: t('From … to …'),
});

function resultChip(result: AuditResult): Html {
  const mark = resultMarks()[result];
  return html`<button
    type="button"
    class="chip ${mark.tone}"
    aria-pressed="false"
    data-result="${result}"
    title="${t('Only {0}', mark.text)}"
  >
    ${icon(mark.icon)}<span>${mark.text}</span>
  </button>`;
}

function pages(): Html {
  return html`<nav aria-label="${t('Pages of the audit log')}">
    ${turn('first', html`${t('First')}`)}
    ${turn('previous', html`${icon('chevron-left')}${t('Previous')}`)}
    ${turn('next', html`${t('Next')}${icon('chevron-right')}`)} ${turn('last', html`${t('Last')}`)}
  </nav>`;
}

/** Never `disabled`, which would remove the focus: `aria-disabled` says the same. */
function turn(move: AuditMove, label: Html): Html {
  return html`<button class="turn" data-move="${move}" aria-disabled="true">${label}</button>`;
}
