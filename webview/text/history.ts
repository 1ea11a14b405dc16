import type { HistoryItem, HistoryList } from '../../src/core/contracts/panel/state';
import { t } from '../l10n/l10n';
import { language } from '../l10n/language';
import { shownProse } from './format';
import { roundCost } from './usage';

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
  if (days <= 0) return t('history.today');
  if (days === 1) return t('history.yesterday');
  if (days < 7) return t('history.week');
  const date = new Date(moment);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return date.toLocaleDateString(language, {
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

function startOfDay(moment: number): number {
  return new Date(moment).setHours(0, 0, 0, 0);
}

const spans = [
  { ms: 365 * day, unit: 'year' },
  { ms: 30 * day, unit: 'month' },
  { ms: 7 * day, unit: 'week' },
  { ms: day, unit: 'day' },
  { ms: hour, unit: 'hour' },
  { ms: minute, unit: 'minute' },
] as const;

/** "now", "5 minutes ago", "1 week ago" */
export function relativeTime(moment: number, now: number): string {
  const { ms, unit } = spans.find(({ ms }) => now - moment >= ms) ?? { ms: 0, unit: 'second' };
  if (ms === 0) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, unit);
  return new Intl.RelativeTimeFormat(language).format(-Math.floor((now - moment) / ms), unit);
}

export function historyTitle(title: string): string {
  return shownProse(title, maxTitle) || t('history.untitled');
}

export function historyText(item: HistoryItem, now: number): HistoryText {
  const { cost, messages, open, place } = item;
  const title = historyTitle(item.title);
  const when = relativeTime(item.updatedAt, now);
  const facts = [
    t('history.messages', { count: messages }),
    ...(cost === undefined ? [] : [roundCost(cost)]),
    ...(place === undefined ? [] : [t('history.place', { place: shownProse(place, maxTitle) })]),
  ];
  const excerpt = shownProse(item.excerpt ?? '', maxExcerpt);
  const mark = open === undefined ? [] : [openMarks[open]];
  const found = excerpt === '' ? [] : [t('history.found', { excerpt })];
  return {
    title,
    when,
    facts,
    excerpt,
    spoken: [title, ...mark, when, ...facts, ...found].join(t('unit.listComma')),
  };
}

/** For a chat that is already open in this window. */
export const openMarks = { idle: t('history.idle'), running: t('history.running') };

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
    return t('notice.warning', { text: after.problem });
  }
  const isNew = before === null || before.state === 'loading' || before.query !== after.query;
  return isNew ? countChats(after) : undefined;
}

function countChats({ items, hasMore, query }: HistoryList): string {
  if (items.length === 0) return query === '' ? t('history.none') : t('history.noMatch');
  const count = items.length;
  return hasMore ? t('history.first', { count }) : t('history.count', { count });
}
