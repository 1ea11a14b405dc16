import type { Attributes } from './tag-stream';

/** How elements are written; all others are only their texts. */
const kindNames = {
  block:
    'p div section address fieldset figure figcaption form details body center hgroup search ' +
    'legend dialog summary caption',
  main: 'main',
  article: 'article',
  header: 'header',
  h1: 'h1',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  h5: 'h5',
  h6: 'h6',
  quote: 'blockquote',
  ul: 'ul dir menu',
  ol: 'ol',
  li: 'li',
  dl: 'dl',
  dt: 'dt',
  dd: 'dd',
  pre: 'pre listing xmp plaintext',
  code: 'code kbd samp tt var',
  strong: 'strong b',
  em: 'em i cite dfn',
  del: 'del s strike',
  sup: 'sup',
  link: 'a',
  table: 'table',
  thead: 'thead',
  tr: 'tr',
  td: 'td',
  th: 'th',
  title: 'title',
  apart: 'button option select textarea output',
  inline: '',
} as const;

export type ElementKind = keyof typeof kindNames;

const kinds: ReadonlyMap<string, ElementKind> = new Map(
  Object.entries(kindNames).flatMap(([kind, names]) =>
    isKind(kind) ? names.split(' ').map((name) => [name, kind] as const) : [],
  ),
);

function isKind(kind: string): kind is ElementKind {
  return Object.hasOwn(kindNames, kind);
}

export function kindOf(name: string, attributes: Attributes): ElementKind {
  const isMain = attributes.size > 0 && attributes.get('role') === 'main';
  return isMain ? 'main' : (kinds.get(name) ?? 'inline');
}

/** Kinds after which a line of code ends. */
const lineKinds: ReadonlySet<ElementKind> = new Set(['block', 'li', 'tr']);

export function isLineOfCode(kind: ElementKind): boolean {
  return lineKinds.has(kind);
}

/** What cannot be in a cell of a table: the table only arranges it. */
const arrangedKinds: ReadonlySet<ElementKind> = new Set([
  ...(['table', 'main', 'article', 'h1', 'h2', 'h3'] as const),
]);

export function isArranged(kind: ElementKind): boolean {
  return arrangedKinds.has(kind);
}

const languageClass =
  /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|sourceCode\s+)([\w+#.-]{1,30})/;
const noLanguage = new Set(['default', 'text', 'none', 'plain', 'plaintext', 'nohighlight']);

/** The language of code that an element names; '' if it names none. */
export function languageOf(attributes: Attributes): string {
  if (attributes.size === 0) return '';
  const named = attributes.get('data-lang') ?? attributes.get('data-language');
  const [, found = ''] = languageClass.exec(attributes.get('class') ?? '') ?? [];
  const language = (named ?? found).toLowerCase();
  return /^[\w+#.-]{1,30}$/.test(language) && !noLanguage.has(language) ? language : '';
}

export function numberIn(attributes: Attributes, name: string, otherwise: number): number {
  if (attributes.size === 0) return otherwise;
  const value = Number.parseInt(attributes.get(name) ?? '', 10);
  return Number.isNaN(value) ? otherwise : value;
}
