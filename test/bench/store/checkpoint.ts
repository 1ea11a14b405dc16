import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { fill, openStore, type StorePlace } from './open-store';

export interface CheckpointOptions extends StorePlace {
  readonly storedBytes: number;
}

export interface CheckpointCost {
  readonly ms: number;
  /** The longest time in which nothing else ran. */
  readonly lagMs: number;
  readonly grownBytes: number;
}

const megabyte = 1024 * 1024;

/** Fills a store and closes it; in a process of its own, whose memory is not counted. */
export async function leaveStore(options: CheckpointOptions): Promise<number> {
  const store = openStore(options);
  await fill(store, options.storedBytes);
  await store.close();
  return 0;
}

/** The longest stall of a process that does nothing for a while, in milliseconds. */
export async function measureIdle(): Promise<number> {
  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  await setTimeout(1000);
  lag.disable();
  return lag.max / 1e6;
}

/** Saves such a store: what that takes, with the writes that go on meanwhile. */
export async function measureCheckpoint(options: CheckpointOptions): Promise<CheckpointCost> {
  const store = openStore({ ...options, journalLimit: 2 * megabyte });
  await fill(store, megabyte);
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  const began = performance.now();
  // Passes the limit, so that a save runs beside the last of these; the close makes one more.
  await fill(store, 4 * megabyte);
  await store.close();
  const ms = performance.now() - began;
  lag.disable();
  clearInterval(watching);
  return {
    ms,
    lagMs: lag.max / 1e6,
    grownBytes: Math.max(peak, process.memoryUsage.rss()) - before,
  };
}
