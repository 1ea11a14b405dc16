import type { HistoryItem, HistoryList } from '../../src/core/contracts/panel/state';
import { formatCount, shownProse } from './format';
import { formatCost } from './usage';

/** In milliseconds. */
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Longer titles and excerpts are cut by the page anyway. */
const maxTitle = 300;
const maxExcerpt = 400;

/** Chats of one day, or of one stretch of days. */
export interface HistoryGroup {
  readonly label: string;
  readonly rows: readonly HistoryEntry[];
}

export interface HistoryEntry {
  readonly item: HistoryItem;
  /** Among all chats of the list. */
  readonly index: number;
}

/** Visible text of a row. */
export interface HistoryText {
  readonly title: string;
  readonly when: string;
  /** "4 messages", "$0.0123", "in demo" */
  readonly facts: readonly string[];
  readonly excerpt: string;
  /** Accessible name. */
  readonly spoken: string;
}

/** A piece of text, marked where the search matches. */
export interface HighlightPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Groups of days, newest first; `first` counts the chats before them. */
export function groupByDay(
  items: readonly HistoryItem[],
  first: number,
  now: number,
): readonly HistoryGroup[] {
  const groups = new Map<string, HistoryEntry[]>();
  for (const [at, item] of items.entries()) {
    const label = dayLabel(item.updatedAt, now);
    const rows = groups.get(label) ?? [];
    rows.push({ item, index: first + at });
    groups.set(label, rows);
  }
  return [...groups].map(([label, rows]) => ({ label, rows }));
}

/** "Today", "Yesterday", "Last 7 days", "March", "March 2024"; by local days. */
export function dayLabel(moment: number, now: number): string {
  // Days with a clock change are an hour longer or shorter.
  const days = Math.round((startOfDay(now) - startOfDay(moment)) / day);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return 'Last 7 days';
  const date = new Date(moment);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return date.toLocaleDateString('en', {
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

function startOfDay(moment: number): number {
  return new Date(moment).setHours(0, 0, 0, 0);
}

const spans = [
  { ms: 365 * day, text: 'yr' },
  { ms: 30 * day, text: 'mo' },
  { ms: 7 * day, text: 'wk' },
  { ms: day, text: 'day' },
  { ms: hour, text: 'hr' },
  { ms: minute, text: 'min' },
] as const;

/** "now", "5 mins ago", "1 wk ago": as VS Code says it */
export function relativeTime(moment: number, now: number): string {
  const span = spans.find(({ ms }) => now - moment >= ms);
  return span ? `${formatCount(Math.floor((now - moment) / span.ms), span.text)} ago` : 'now';
}

export function historyTitle(title: string): string {
  return shownProse(title, maxTitle) || 'Untitled chat';
}

export function historyText(item: HistoryItem, now: number): HistoryText {
  const { cost, messages, open, place } = item;
  const title = historyTitle(item.title);
  const when = relativeTime(item.updatedAt, now);
  const facts = [
    formatCount(messages, 'message'),
    ...(cost === undefined ? [] : [roundCost(cost)]),
    ...(place === undefined ? [] : [`in ${shownProse(place, maxTitle)}`]),
  ];
  const excerpt = shownProse(item.excerpt ?? '', maxExcerpt);
  const mark = open === undefined ? [] : [openMarks[open]];
  const found = excerpt === '' ? [] : [`found: ${excerpt}`];
  return {
    title,
    when,
    facts,
    excerpt,
    spoken: [title, ...mark, when, ...facts, ...found].join(', '),
  };
}

/** In a list, cents are enough. */
function roundCost(dollars: number): string {
  return dollars < 0.01 ? formatCost(dollars) : `$${dollars.toFixed(2)}`;
}

/** For a chat that is already open in this window. */
export const openMarks = { idle: 'open', running: 'running' } as const;

/** Marks the words of a query, whatever their case. */
export function highlightWords(text: string, query: string): readonly HighlightPart[] {
  const words = query
    .split(/\s+/)
    .filter((word) => word !== '')
    // Longest first, so that the longer of two words with the same beginning is marked.
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  if (words.length === 0) return [{ text, isMatch: false }];
  return text
    .split(new RegExp(`(${words.join('|')})`, 'giu'))
    .map((part, at) => ({ text: part, isMatch: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** Screen reader announcement for the list: search results and problems. */
export function announceHistory(
  before: HistoryList | null,
  after: HistoryList | null,
): string | undefined {
  if (after === null || after.state === 'loading') return undefined;
  if (after.problem !== undefined && after.problem !== before?.problem) {
    return `Warning: ${after.problem}`;
  }
  const isNew = before === null || before.state === 'loading' || before.query !== after.query;
  return isNew ? countChats(after) : undefined;
}

function countChats({ items, hasMore, query }: HistoryList): string {
  if (items.length === 0) return query === '' ? 'No chats yet.' : 'No chats match.';
  const more = hasMore ? 'The first ' : '';
  return `${more}${formatCount(items.length, 'chat')}.`;
}
