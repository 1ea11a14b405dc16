import type { Store } from '../../../src/adapters/store/store';
import { entryOf, must, openStore, type StorePlace } from './open-store';

export interface DepthOptions extends StorePlace {
  /** Entries of the audit log before each measurement, growing. */
  readonly depths: readonly number[];
  readonly calls: number;
}

export interface DepthCost {
  /** Microseconds of each append, one after another. */
  readonly append: readonly number[];
  /** Of each page of 100 rows, newest first. */
  readonly page: readonly number[];
}

const appendedAtOnce = 64;
const { signal } = new AbortController();

/** What an append and a page cost once the log is so long. */
export async function measureDepths(options: DepthOptions): Promise<readonly DepthCost[]> {
  const store = openStore(options);
  const costs: DepthCost[] = [];
  let length = 0;
  for (const depth of options.depths) {
    await append(store, length, depth);
    // Brings the index up to date, which the first question after many writes pays for.
    await page(store);
    const pages = await timesOf(options.calls, () => page(store));
    const appends = await timesOf(options.calls, (count) => one(store, depth + count));
    costs.push({ append: appends, page: pages });
    length = depth + options.calls;
  }
  await store.close();
  return costs;
}

async function append(store: Store, from: number, to: number): Promise<void> {
  for (let count = from; count < to; count += appendedAtOnce) {
    const length = Math.min(appendedAtOnce, to - count);
    await Promise.all(Array.from({ length }, (_, at) => one(store, count + at)));
  }
}

async function one(store: Store, count: number): Promise<void> {
  must(await store.audit.append(entryOf(count, 'npm test')));
}

async function page(store: Store): Promise<void> {
  const { rows } = must(await store.auditQuery.list({ limit: 100, signal }));
  if (rows.length !== 100) throw new Error(`A page had ${String(rows.length)} rows.`);
}

async function timesOf(
  calls: number,
  call: (count: number) => Promise<void>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let count = 0; count < calls; count += 1) {
    const began = performance.now();
    await call(count);
    times.push((performance.now() - began) * 1000);
  }
  return times;
}
