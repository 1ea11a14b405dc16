import type { Ids } from '../../../src/core/ports/system';

/** Ids in order: `id-1`, `id-2`. */
export function createFakeIds(): Ids {
  let count = 0;
  return {
    uuid: () => {
      count += 1;
      return `id-${String(count)}`;
    },
  };
}
