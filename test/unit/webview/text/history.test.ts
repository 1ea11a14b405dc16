import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { HistoryItem, HistoryList } from '../../../../src/core/contracts/panel/state';
import {
  announceHistory,
  dayLabel,
  groupByDay,
  historyText,
  highlightWords,
  relativeTime,
} from '../../../../webview/text/history';

const now = new Date(2026, 6, 15, 12, 0).getTime();

function at(day: number, hour = 12, month = 6, year = 2026): number {
  return new Date(year, month, day, hour).getTime();
}

function item(more: Partial<HistoryItem> = {}): HistoryItem {
  return { historyId: 'h1', title: 'Fix the tests', updatedAt: now, messages: 1, ...more };
}

function list(more: Partial<HistoryList> = {}): HistoryList {
  return { query: '', items: [], state: 'ready', hasMore: false, ...more };
}

describe('the list of all chats', () => {
  const days: readonly (readonly [string, number, string])[] = [
    ['a moment ago', now, 'Today'],
    ['a time to come, of a clock that was set back', at(16), 'Today'],
    ['the first hour of the day', at(15, 0), 'Today'],
    ['the last hour of the day before', at(14, 23), 'Yesterday'],
    ['two days ago', at(13, 23), 'Last 7 days'],
    ['six days ago', at(9, 0), 'Last 7 days'],
    ['a week ago', at(8, 23), 'July'],
    ['another month', at(30, 12, 4), 'May'],
    ['the same month of another year', at(15, 12, 6, 2024), 'July 2024'],
  ];
  for (const [name, moment, label] of days) {
    it(`puts ${name} under ${label}`, () => assert.equal(dayLabel(moment, now), label));
  }

  it('groups rows by day, and numbers them through', () => {
    const items = [item({ historyId: 'a' }), item({ historyId: 'b', updatedAt: at(14) })];
    const groups = groupByDay(items, 50, now);
    assert.deepEqual(
      groups.map(({ label, rows }) => [label, rows.map(({ index }) => index)]),
      [
        ['Today', [50]],
        ['Yesterday', [51]],
      ],
    );
  });

  const times: readonly (readonly [number, string])[] = [
    [-5000, 'now'],
    [59_000, 'now'],
    [60_000, '1 minute ago'],
    [59 * 60_000, '59 minutes ago'],
    [3 * 3_600_000, '3 hours ago'],
    [6 * 86_400_000, '6 days ago'],
    [20 * 86_400_000, '2 weeks ago'],
    [70 * 86_400_000, '2 months ago'],
    [800 * 86_400_000, '2 years ago'],
  ];
  for (const [ago, text] of times) {
    it(`says ${text} after ${ago} ms`, () => assert.equal(relativeTime(now - ago, now), text));
  }

  it('shows the known facts of a chat, visually and for screen readers', () => {
    const text = historyText(
      item({ messages: 4, cost: 0.314, place: 'shop', open: 'running', excerpt: 'npm test' }),
      now,
    );
    assert.deepEqual(text.facts, ['4 messages', '$0.31', 'in shop']);
    assert.equal(
      text.spoken,
      'Fix the tests, running, now, 4 messages, $0.31, in shop, found: npm test',
    );
    assert.deepEqual(historyText(item(), now).facts, ['1 message']);
    assert.deepEqual(historyText(item({ cost: 0.0012 }), now).facts, ['1 message', '$0.0012']);
  });

  it('decision inert-text: shows invisible characters, keeps emoji whole, and bounds a title', () => {
    const shown = (title: string) => historyText(item({ title }), now).title;
    assert.equal(shown('\u202egnp.exe\u0007'), '\\u202egnp.exe\\u0007');
    assert.equal(shown('👩‍💻 ❤️ می‌خواهم'), '👩‍💻 ❤️ می‌خواهم');
    assert.equal(shown(' two\n lines '), 'two lines');
    assert.equal(shown(' \n '), 'Untitled chat');
    assert.equal(shown('👍'.repeat(2000)), `${'👍'.repeat(150)}…`);
    assert.equal(shown(`x${'👍'.repeat(2000)}`), `x${'👍'.repeat(149)}…`);
  });

  it('marks the words of a query, ignoring case', () => {
    const marked = (text: string, query: string) =>
      highlightWords(text, query).map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part));
    assert.deepEqual(marked('Run NPM test now', 'test npm'), [
      'Run ',
      '[NPM]',
      ' ',
      '[test]',
      ' now',
    ]);
    assert.deepEqual(marked('tests test', 'test tests'), ['[tests]', ' ', '[test]']);
    assert.deepEqual(marked('a.b (c) a+b', 'a.b (c)'), ['[a.b]', ' ', '[(c)]', ' a+b']);
    assert.deepEqual(marked('as it is', ''), ['as it is']);
  });

  it('marks any text by any query without changing it', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, (shown, query) => {
        const parts = highlightWords(shown, query);
        assert.equal(parts.map((part) => part.text).join(''), shown);
      }),
    );
  });

  it('reports the number of matches once a search has ended', () => {
    const items = [item(), item({ historyId: 'h2' })];
    assert.equal(announceHistory(null, list({ items })), '2 chats.');
    assert.equal(announceHistory(null, list({ items, hasMore: true })), 'The first 2 chats.');
    assert.equal(announceHistory(null, list({ state: 'loading' })), undefined);
    assert.equal(announceHistory(list({ state: 'loading' }), list({ items })), '2 chats.');
    assert.equal(announceHistory(list({ items }), list({ query: 'x' })), 'No chats match.');
    assert.equal(announceHistory(null, list()), 'No chats yet.');
    assert.equal(announceHistory(list({ items }), list({ items: [item()] })), undefined);
    assert.equal(announceHistory(list(), null), undefined);
  });

  it('reports a problem once', () => {
    const problem = list({ problem: 'The store is damaged.' });
    assert.equal(announceHistory(list(), problem), 'Warning: The store is damaged.');
    assert.equal(announceHistory(problem, list({ problem: 'The store is damaged.' })), undefined);
  });
});
