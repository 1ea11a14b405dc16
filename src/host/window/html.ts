/** Markup that is safe to write into a page. Only this file creates it. */
export interface Html {
  readonly html: string;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Builds markup; every value that is not markup itself is escaped. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (Html | readonly Html[] | string | number)[]
): Html {
  const parts = strings.map((text, at) => text + (at < values.length ? render(values[at]) : ''));
  return { html: parts.join('') };
}

function render(value: Html | readonly Html[] | string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  if ('html' in value) return value.html;
  return value.map((part) => part.html).join('');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A codicon, hidden from screen readers: the text next to it says the same. */
export function icon(name: string): Html {
  return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}
