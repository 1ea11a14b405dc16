import assert from 'node:assert/strict';
import { fail, failure } from '../../../../../src/core/contracts/failure';
import type { HistoryItem, HistoryList } from '../../../../../src/core/contracts/panel/state';
import { ChatHistory } from '../../../../../src/host/panel/history/chat-history';
import {
  chatsElsewhere,
  chatsHere,
  type EntryPage,
  type EntrySource,
  type StoredEntry,
} from '../../../../../src/host/panel/history/sources';
import { createChatWorld, settled, type ChatWorld } from '../chat-world';

interface Asked {
  readonly text: string;
  readonly cursor: string | undefined;
  readonly signal: AbortSignal;
  readonly answer: (page: EntryPage) => void;
}

/** A source whose pages the test answers. */
function createSource() {
  const asked: Asked[] = [];
  const source: EntrySource = {
    page: (text, cursor, signal) =>
      new Promise((answer) => asked.push({ text, cursor, signal, answer })),
  };
  return { asked, source };
}

function entry(sessionId: string, updatedAt: number, more: Partial<StoredEntry> = {}): StoredEntry {
  return { sessionId, title: `Chat ${sessionId}`, updatedAt, messages: 1, ...more };
}

describe('the list of all chats', () => {
  let world: ChatWorld;
  let here: ReturnType<typeof createSource>;
  let places: ReturnType<typeof createSource>;
  let history: ChatHistory;
  let lists: (HistoryList | null)[];

  beforeEach(() => {
    world = createChatWorld();
    here = createSource();
    places = createSource();
    lists = [];
    history = new ChatHistory({
      sources: [here.source, places.source],
      chats: world.chats,
    });
    history.onDidChange((list) => lists.push(list));
  });

  const items = (): readonly HistoryItem[] => history.list()?.items ?? [];
  const titles = () => items().map(({ title }) => title);

  async function answer(mine: EntryPage, others: EntryPage = { entries: [] }): Promise<void> {
    here.asked.at(-1)?.answer(mine);
    places.asked.at(-1)?.answer(others);
    await settled();
  }

  it('is null while closed, loads when opened, and merges what there is by time', async () => {
    assert.equal(history.list(), null);
    history.open();
    assert.deepEqual(history.list(), { query: '', items: [], state: 'loading', hasMore: false });
    await answer(
      { entries: [entry('a', 30), entry('b', 10)] },
      { entries: [entry('a', 20, { place: { id: 'p', name: 'shop' } })] },
    );
    assert.deepEqual(
      items().map(({ title, place, updatedAt }) => [title, place, updatedAt]),
      [
        ['Chat a', undefined, 30],
        ['Chat a', 'shop', 20],
        ['Chat b', undefined, 10],
      ],
    );
    const ids = items().map(({ historyId }) => historyId);
    assert.equal(new Set(ids).size, 3);
    assert.equal(lists.at(-1)?.state, 'ready');
    history.close();
    assert.equal(lists.at(-1), null);
  });

  it('continues behind the last page of each source', async () => {
    history.open();
    const first = Array.from({ length: 50 }, (_, at) => entry(`a${at}`, 1000 - at));
    await answer({ entries: first, nextCursor: 'k1' });
    assert.equal(history.list()?.hasMore, true);
    history.more();
    history.more();
    await settled();
    assert.equal(here.asked.length, 2);
    assert.equal(here.asked[1]?.cursor, 'k1');
    await answer({ entries: [entry('a49', 1), entry('z', 0)] });
    assert.equal(items().length, 51, 'one that came twice is there once');
    assert.equal(history.list()?.hasMore, false);
    history.more();
    assert.equal(here.asked.length, 2);
  });

  it('does not ask for ever where a cursor leads nowhere', async () => {
    history.open();
    await answer({ entries: [], nextCursor: 'k' });
    await answer({ entries: [], nextCursor: 'k' });
    assert.equal(here.asked.length, 2);
    assert.equal(history.list()?.state, 'ready');
  });

  it('searches at once; the newest query wins and the others are cancelled', async () => {
    history.open();
    history.search('ca');
    assert.deepEqual([history.list()?.query, history.list()?.state], ['ca', 'loading']);
    assert.deepEqual(
      here.asked.map(({ text }) => text),
      ['', 'ca'],
    );
    assert.equal(here.asked[0]?.signal.aborted, true);
    history.search('cart');
    here.asked[2]?.answer({ entries: [entry('new', 1)] });
    places.asked[2]?.answer({ entries: [] });
    await settled();
    here.asked[1]?.answer({ entries: [entry('old', 1)] });
    here.asked[0].answer({ entries: [entry('older', 1)] });
    await settled();
    assert.deepEqual(titles(), ['Chat new']);
  });

  it('that is closed takes no late answer', async () => {
    history.open();
    history.close();
    await answer({ entries: [entry('a', 1)] });
    assert.equal(history.list(), null);
    history.search('x');
    assert.equal(here.asked.length, 1);
  });

  it('reports sources that could not be read, next to the others', async () => {
    history.open();
    await answer({ entries: [entry('a', 1)] }, { entries: [], problem: 'shop is locked.' });
    assert.equal(history.list()?.problem, 'shop is locked.');
    assert.deepEqual(titles(), ['Chat a']);
  });

  it('says which chats are open, runs and is named, as it is now', async () => {
    await world.send('first');
    history.open();
    await answer({ entries: [entry('s1', 1, { title: 'as stored' }), entry('s2', 0)] });
    assert.deepEqual(
      items().map(({ title, open }) => [title, open]),
      [
        ['first', 'running'],
        ['Chat s2', undefined],
      ],
    );
    const count = lists.length;
    await world.end();
    assert.equal(items()[0]?.open, 'idle');
    assert.ok(lists.length > count);
  });

  it('shows no control character, and no blank title', async () => {
    history.open();
    const excerpt = `a\u0000b${'x'.repeat(5000)}`;
    const place = { id: 'p', name: 'sh\u202Eop' };
    await answer({
      entries: [entry('a', 2, { title: 'a\u202Eb\n' }), entry('b', 1, { title: '' })],
    });
    assert.deepEqual(titles(), ['a\\u202eb\\n', 'New chat']);
    history.open();
    await answer({ entries: [entry('a', 2, { excerpt, place })] });
    assert.equal(items()[0]?.place, 'sh\\u202eop');
    assert.ok((items()[0]?.excerpt ?? '').startsWith('a\\0b'), items()[0]?.excerpt);
    assert.ok((items()[0]?.excerpt ?? '').length < 400);
  });

  it('keeps the id of a chat while the window lives, and knows only what it lists', async () => {
    history.open();
    await answer({ entries: [entry('a', 1)] });
    const [first] = items();
    history.open();
    assert.equal(history.entry(first?.historyId ?? ''), undefined);
    await answer({ entries: [entry('b', 2), entry('a', 1)] });
    assert.equal(items()[1]?.historyId, first?.historyId);
    for (const id of ['', 'a', '__proto__', 'h99']) assert.equal(history.entry(id), undefined);
  });

  describe('sources', () => {
    const signal = new AbortController().signal;

    it('of this place are what the agent lists, read with care', async () => {
      const { agent } = world;
      agent.list = () =>
        Promise.resolve({
          sessions: [
            {
              sessionId: 's1',
              cwd: '/w',
              title: 'Cart',
              updatedAt: '2026-01-02T03:04:05Z',
              _meta: { gatehouse: { cost: 0.5, messages: 3, excerpt: 'cart', tokens: 1 } },
            },
            { sessionId: 's2', cwd: '/w', updatedAt: 'soon', _meta: { gatehouse: { cost: 'x' } } },
          ],
          nextCursor: 'k',
        });
      const page = await chatsHere(agent).page('cart', 'j', signal);
      const updatedAt = Date.UTC(2026, 0, 2, 3, 4, 5);
      assert.deepEqual(page, {
        entries: [
          { sessionId: 's1', title: 'Cart', updatedAt, messages: 3, cost: 0.5, excerpt: 'cart' },
          { sessionId: 's2', title: '', updatedAt: 0, messages: 0 },
        ],
        nextCursor: 'k',
      });
      assert.deepEqual(agent.lists, [
        { cursor: 'j', _meta: { gatehouse: { limit: 50, text: 'cart' } } },
      ]);
    });

    it('that fail say so', async () => {
      world.agent.list = () => Promise.reject(new Error('The disk is full'));
      const mine = await chatsHere(world.agent).page('', undefined, signal);
      assert.equal(mine.problem, 'The chats could not be listed: The disk is full.');
      const places = () => Promise.resolve(fail(failure('execution', 'gone.')));
      const others = await chatsElsewhere({ places }).page('', undefined, signal);
      assert.equal(others.problem, 'Chats of other workspaces are not listed: gone.');
    });
  });
});
