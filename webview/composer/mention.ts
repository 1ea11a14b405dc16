import type { SuggestionItem } from '../../src/core/contracts/panel/state';

/** The word at the caret that asks for suggestions: `@car`, or `/sta` at the very start. */
export interface Mention {
  /** The word up to the caret, with its sign. */
  readonly query: string;
  /** Range of the whole word in the draft. */
  readonly start: number;
  readonly end: number;
}

/** The new draft and its caret position. */
export interface EditedDraft {
  readonly text: string;
  readonly caret: number;
}

/** In characters; longer words are not searched for. */
const maxQuery = 200;

export function mentionAt(text: string, caret: number): Mention | undefined {
  // A draft may be long: no more of it is read than a query can have.
  const query =
    text
      .slice(Math.max(0, caret - maxQuery - 1), caret)
      .split(/\s/)
      .at(-1) ?? '';
  const start = caret - query.length;
  const isAsking = query.startsWith('@') || (start === 0 && query.startsWith('/'));
  if (!isAsking || query.length > maxQuery) return undefined;
  const rest = text.slice(caret).search(/\s/);
  return { query, start, end: rest === -1 ? text.length : caret + rest };
}

/** The name by which a suggestion is looked for, and shown. */
export function suggestionName(item: SuggestionItem): string {
  return item.type === 'command' ? item.name : item.label;
}

/** True when a command is typed out: Enter then sends it. */
export function isTypedOut(items: readonly SuggestionItem[], { query }: Mention): boolean {
  return items.some((item) => item.type === 'command' && item.name === query);
}

/**
 * Suggestions to show while the host has not yet answered this query: those for an earlier query
 * that still contain the typed words.
 */
export function stillFitting(
  items: readonly SuggestionItem[],
  query: string,
): readonly SuggestionItem[] {
  const words = query.slice(1).toLowerCase();
  const fits = (text: string) => text.toLowerCase().includes(words);
  return items.filter(
    (item) => fits(suggestionName(item)) || (item.type === 'context' && fits(item.detail)),
  );
}

/** The draft once a suggestion is taken: a command is completed, context leaves the text. */
export function takeSuggestion(text: string, mention: Mention, item: SuggestionItem): EditedDraft {
  const before = text.slice(0, mention.start);
  const after = text.slice(mention.end);
  if (item.type === 'command') {
    const completed = `${before}${item.name} `;
    return { text: completed + after.trimStart(), caret: completed.length };
  }
  const isBetweenBlanks = /^$|\s$/.test(before) && after.startsWith(' ');
  return { text: before + (isBetweenBlanks ? after.slice(1) : after), caret: before.length };
}
