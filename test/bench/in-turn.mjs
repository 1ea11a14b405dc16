// @ts-check

/**
 * Measures all items in rounds, another one first in each: a machine that slows down does so for
 * all of them.
 *
 * @template Item, Sample
 * @param {readonly Item[]} items
 * @param {number} rounds
 * @param {(item: Item) => Promise<Sample>} measure
 * @returns {Promise<ReadonlyMap<Item, readonly Sample[]>>}
 */
export async function measureInTurn(items, rounds, measure) {
  const samples = new Map(items.map((item) => [item, /** @type {Sample[]} */ ([])]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % items.length;
    for (const item of [...items.slice(first), ...items.slice(0, first)]) {
      samples.get(item)?.push(await measure(item));
    }
  }
  return samples;
}
