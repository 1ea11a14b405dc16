import type { Random } from '../../core/ports/random';

/** The machine's chance. For jitter, never for secrets. */
export const systemRandom: Random = { next: () => Math.random() };
