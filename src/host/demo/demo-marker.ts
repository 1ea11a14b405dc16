import * as z from 'zod';
import type { Clock } from '../../core/ports/system';

/** What VS Code keeps for the extension, whatever folder is open: `globalState`. */
export interface MarkerMemory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = 'gatehouse.demo.next';
/** Milliseconds: the window that opens the copy reads the marker as soon as it is ready. */
const lifeMs = 10 * 60_000;

const markerSchema = z.object({ folder: z.string().min(1), until: z.number() });

/**
 * The note for the window that opens the copy of the demo. It is bound to that folder, works once
 * and expires, so no other folder ever becomes the demo.
 */
export class DemoMarker {
  constructor(
    private readonly memory: MarkerMemory,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** @param folder the canonical path of the copy. Settles when VS Code has stored it. */
  async leave(folder: string): Promise<void> {
    await this.memory.update(key, { folder, until: this.clock.now() + lifeMs });
  }

  /** True once for the folder of the marker; an expired marker is removed. */
  async take(roots: readonly string[]): Promise<boolean> {
    const found = markerSchema.safeParse(this.memory.get(key));
    if (!found.success) return false;
    const { folder, until } = found.data;
    const isHere = roots.length === 1 && roots[0] === folder;
    const isLate = this.clock.now() >= until;
    if (isHere || isLate) await this.memory.update(key, undefined);
    return isHere && !isLate;
  }
}
