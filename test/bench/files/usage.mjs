// @ts-check
/**
 * Calls of one subject in a process of its own: how long they block its thread, and their peak
 * memory. Prints one line of JSON.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const [, , file = '', options = '{}', calls = '5'] = process.argv;
const { openSubject } = await import(pathToFileURL(file).href);
const subject = await openSubject(JSON.parse(options));
for (let warm = 0; warm < 2; warm += 1) await subject.call();

globalThis.gc?.();
const before = process.memoryUsage.rss();
let peak = before;
const watching = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 5);
const lag = monitorEventLoopDelay({ resolution: 1 });
lag.enable();
for (let count = 0; count < Number(calls); count += 1) await subject.call();
lag.disable();
clearInterval(watching);
process.stdout.write(`${JSON.stringify({ lagMs: lag.max / 1e6, grownBytes: peak - before })}\n`);
await subject.close();
process.exit();
