import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { failure, fail } from '../../../../src/core/contracts/failure';
import {
  ChatFeed,
  type FeedPosition,
  decodePositions,
  encodePositions,
  mergeChats,
  type FeedSource,
} from '../../../../src/host/workspace-stores/merge-chats';
import { chatHit, createFakePlaceStore, type FakePlaceStore } from '../../fakes/place-store';

const signal = new AbortController().signal;

/** Places by name, and how often each was asked. */
function worldOf(times: readonly (readonly number[])[]) {
  const asked = new Map<string, number>();
  const places = times.map((updates, at) => {
    const name = `p${String(at)}`;
    const hits = updates.map((time, chat) => chatHit(`${name}-${String(chat)}`, time));
    return { name, store: createFakePlaceStore(hits), newest: Math.max(0, ...updates) };
  });
  const sourceOf = (
    { name, store, newest }: { name: string; store: FakePlaceStore; newest: number },
    at: FeedPosition,
    limit: number,
  ): FeedSource => ({
    placeId: name,
    newest,
    feed: new ChatFeed((cursor) => {
      asked.set(name, (asked.get(name) ?? 0) + 1);
      return store.conversations.list({ limit, ...(cursor === undefined ? {} : { cursor }) });
    }, at),
  });
  return {
    asked,
    places,
    first: (limit: number) => places.map((place) => sourceOf(place, { taken: 0 }, limit)),
    next: (cursor: string, limit: number) => {
      const positions = decodePositions(cursor);
      return places.flatMap((place) => {
        const at = positions.get(place.name);
        return at === undefined ? [] : [sourceOf(place, at, limit)];
      });
    },
  };
}

function cursorOf(rest: readonly FeedSource[]): string | undefined {
  const positions = new Map(
    rest.flatMap(({ placeId, feed }) => {
      const at = feed.position();
      return at === undefined ? [] : [[placeId, at] as const];
    }),
  );
  return positions.size === 0 ? undefined : encodePositions(positions);
}

describe('chats of several places as one list', () => {
  it('has every chat once, newest first, whatever the size of a page', async () => {
    const updates = fc.array(fc.array(fc.nat(50), { maxLength: 8 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(updates, fc.integer({ min: 1, max: 6 }), async (times, limit) => {
        const world = worldOf(times);
        const seen: { id: string; updatedAt: number }[] = [];
        let sources = world.first(limit);
        for (;;) {
          const page = await mergeChats(sources, limit, signal);
          assert.ok(page.chats.length <= limit);
          seen.push(...page.chats.map(({ chat }) => chat));
          const cursor = cursorOf(page.rest);
          if (cursor === undefined) break;
          assert.equal(page.chats.length, limit);
          sources = world.next(cursor, limit);
        }
        assert.equal(new Set(seen.map(({ id }) => id)).size, times.flat().length);
        const sorted = times.flat().sort((a, b) => b - a);
        assert.deepEqual(
          seen.map(({ updatedAt }) => updatedAt),
          sorted,
        );
      }),
      { numRuns: 25 },
    );
  });

  it('opens no place whose last write is older than the page', async () => {
    const world = worldOf([[50, 49, 48], [10, 9], [2]]);
    const page = await mergeChats(world.first(2), 2, signal);
    assert.deepEqual(
      page.chats.map(({ chat }) => chat.id),
      ['p0-0', 'p0-1'],
    );
    assert.deepEqual([...world.asked.keys()], ['p0']);
  });

  it('continues with the others when one cannot be read', async () => {
    const [good] = worldOf([[5, 3]]).first(5);
    assert.ok(good);
    const refused = () => Promise.resolve(fail(failure('execution', 'is damaged')));
    const bad = { placeId: 'bad', newest: 9, feed: new ChatFeed(refused, { taken: 0 }) };
    const page = await mergeChats([bad, good], 5, signal);
    assert.deepEqual(
      page.chats.map(({ chat }) => chat.updatedAt),
      [5, 3],
    );
    assert.deepEqual(
      page.failed.map(({ placeId, failure: why }) => [placeId, why.message]),
      [['bad', 'is damaged']],
    );
    assert.deepEqual(page.rest, []);
  });

  it('opens nothing for a list that is closed meanwhile', async () => {
    const world = worldOf([[5]]);
    const page = await mergeChats(world.first(5), 5, AbortSignal.abort());
    assert.deepEqual([page.chats, world.asked.size], [[], 0]);
  });

  it('ends at a cursor from elsewhere', () => {
    for (const text of ['', '{', '{"places":3}', '{"places":[{"taken":1},null]}']) {
      assert.equal(decodePositions(text).size, 0);
    }
  });
});
