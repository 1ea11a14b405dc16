import { html, icon, type Html } from '../../window/html';
import { t } from '../../window/language';
import {
  cleanLine,
  cleanText,
  type Report,
  type ReportAction,
  type ReportBlock,
  type ReportRow,
  type ReportTone,
  type ReportVerdict,
} from './report';

export interface ReportBody {
  readonly html: string;
  /** By the number that a click on a button of the page reports. */
  readonly actions: readonly ReportAction[];
}

/** The page of a report. A click says which button, never what it does. */
export function reportBody(report: Report): ReportBody {
  const page = new ReportPage();
  return { html: page.render(report).html, actions: page.actions };
}

const icons: Readonly<Record<ReportTone, string>> = {
  good: 'pass',
  ask: 'warning',
  bad: 'error',
  neutral: 'circle-slash',
};

class ReportPage {
  readonly actions: ReportAction[] = [];

  render({ title, subject, verdict, actions, blocks, sections, notes }: Report): Html {
    return html`<main>
      <header>
        <h1>${title}</h1>
        ${subject === undefined ? '' : html`<p class="subject">${foreign(subject)}</p>`}
      </header>
      <div class="verdict ${verdict.tone}">
        <p>${icon(icons[verdict.tone])}<strong>${foreign(verdict.text)}</strong></p>
        ${this.blocks(blocks)}
      </div>
      <div class="actions">
        ${actions.map((action) => this.button(action))}
        <button type="button" data-action="copy">${icon('copy')}${t('Copy as Text')}</button>
        <span id="copied" role="status"></span>
      </div>
      ${sections
        .filter((section) => section.blocks.length > 0)
        .map(
          (section) =>
            html`<section>
              <h2>${section.heading}</h2>
              ${this.blocks(section.blocks)}
            </section>`,
        )}
      ${notes.length === 0 ? '' : html`<footer>${notes.map((note) => html`<p>${foreign(note)}</p>`)}</footer>`}
    </main>`;
  }

  private blocks(blocks: readonly ReportBlock[]): readonly Html[] {
    return blocks.map((block) => this.block(block));
  }

  private block(block: ReportBlock): Html {
    switch (block.kind) {
      case 'text':
        return html`<p>${foreign(block.text)}</p>`;
      case 'facts':
        return html`<dl>
          ${block.facts.map(
            ([name, text]) =>
              html`<dt>${foreign(name)}</dt>
                <dd>${foreign(text)}</dd>`,
          )}
        </dl>`;
      case 'rows':
        return html`<ul class="rows">
          ${block.rows.map((row) => this.row(row))}
        </ul>`;
      case 'quote':
        return html`<pre tabindex="0"><bdi>${cleanText(block.text)}</bdi></pre>`;
      case 'fold':
        return html`<details>
          <summary>${foreign(block.summary)}</summary>
          ${this.blocks(block.blocks)}
        </details>`;
    }
  }

  private row({ mark, name, texts, action }: ReportRow): Html {
    return html`<li>
      ${mark === undefined ? '' : markOf(mark)}
      <div class="text">
        ${name === undefined ? '' : html`<h3>${foreign(name)}</h3>`}
        ${texts.map((text) => html`<p>${foreign(text)}</p>`)}
      </div>
      ${action === undefined ? '' : this.button(action)}
    </li>`;
  }

  private button(action: ReportAction): Html {
    this.actions.push(action);
    return html`<button type="button" data-action="${this.actions.length - 1}">
      ${action.title}
    </button>`;
  }
}

function markOf({ tone, text }: ReportVerdict): Html {
  return html`<span class="mark ${tone}">${icon(icons[tone])}<span>${text}</span></span>`;
}

/** Foreign text keeps its direction to itself. */
function foreign(text: string): Html {
  return html`<bdi>${cleanLine(text)}</bdi>`;
}
