import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { failure, fail, succeed } from '../../../../../src/core/contracts/failure';
import { HistoryListing } from '../../../../../src/host/panel/history/history-listing';
import { chatsElsewhere } from '../../../../../src/host/panel/history/sources';
import type { PlaceChats } from '../../../../../src/host/workspace-stores/list-chats';
import { chatHit, createFakePlaceStore } from '../../../fakes/place-store';

const { signal } = new AbortController();

/** Places by name, and how often each was asked. */
function worldOf(times: readonly (readonly number[])[], limit: number) {
  const asked = new Map<string, number>();
  const places = times.map((updates, at): PlaceChats => {
    const name = `p${String(at)}`;
    const hits = updates.map((time, chat) => chatHit(`${name}-${String(chat)}`, time));
    const { conversations } = createFakePlaceStore(hits);
    return {
      id: name,
      name,
      newest: Math.max(0, ...updates),
      list: (query) => {
        asked.set(name, (asked.get(name) ?? 0) + 1);
        return conversations.list({ ...query, limit });
      },
    };
  });
  return { asked, places };
}

function listingOf(places: readonly PlaceChats[], closed = signal): HistoryListing {
  const found = () => Promise.resolve(succeed(places));
  return new HistoryListing([chatsElsewhere({ places: found })], '', closed);
}

describe('chats of several places as one list', () => {
  it('has every chat once, newest first, whatever the size of a page', async () => {
    const updates = fc.array(fc.array(fc.nat(50), { maxLength: 8 }), { maxLength: 5 });
    const size = fc.integer({ min: 1, max: 6 });
    await fc.assert(
      fc.asyncProperty(updates, size, size, async (times, limit, count) => {
        const listing = listingOf(worldOf(times, limit).places);
        const seen: { sessionId: string; updatedAt: number }[] = [];
        for (;;) {
          const page = await listing.more(count);
          seen.push(...page.entries);
          if (!page.hasMore) break;
          assert.equal(page.entries.length, count);
        }
        assert.equal(new Set(seen.map(({ sessionId }) => sessionId)).size, times.flat().length);
        const sorted = times.flat().sort((a, b) => b - a);
        assert.deepEqual(
          seen.map(({ updatedAt }) => updatedAt),
          sorted,
        );
      }),
      { numRuns: 25 },
    );
  });

  it('shows what it has found while it goes on, and stops between two pages', async () => {
    const stop = new AbortController();
    const { asked, places } = worldOf([[9, 8, 7, 6, 5, 4]], 2);
    const listing = listingOf(places, stop.signal);
    const shown: number[] = [];
    const page = await listing.more(6, (entries) => {
      shown.push(entries.length);
      if (entries.length === 4) stop.abort();
    });
    assert.deepEqual(shown, [2, 4]);
    assert.equal(asked.get('p0'), 3);
    assert.equal(page.entries.length, 4);
  });

  it('opens no place whose last write is older than the page', async () => {
    const { places, asked } = worldOf([[50, 49, 48], [10, 9], [2]], 2);
    const page = await listingOf(places).more(2);
    assert.deepEqual(
      page.entries.map(({ sessionId }) => sessionId),
      ['p0-0', 'p0-1'],
    );
    assert.deepEqual([...asked.keys()], ['p0']);
  });

  it('continues with the others when one cannot be read', async () => {
    const { places } = worldOf([[5, 3]], 5);
    const list = () => Promise.resolve(fail(failure('execution', 'It is damaged.')));
    const page = await listingOf([{ id: 'bad', name: 'shop', newest: 9, list }, ...places]).more(5);
    assert.deepEqual(
      page.entries.map(({ updatedAt }) => updatedAt),
      [5, 3],
    );
    assert.equal(page.problem, 'The chats of shop are not listed: It is damaged.');
    assert.equal(page.hasMore, false);
  });

  it('opens nothing for a list that is closed meanwhile', async () => {
    const { places, asked } = worldOf([[5]], 5);
    const page = await listingOf(places, AbortSignal.abort()).more(5);
    assert.deepEqual([page.entries, asked.size], [[], 0]);
  });
});
