// @ts-check
/**
 * Measures one subject in a process of its own, so that no subject pays for another's garbage or
 * optimised code. Started by subject-process.mjs with the subject's module and its options.
 */
import process from 'node:process';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

/**
 * What a bench measures. A subject checks each answer itself: work that is not done is not timed.
 *
 * @typedef {{ call(): Promise<void>; close(): Promise<void> }} Subject
 *
 * @typedef {{ readonly kind: 'open' | 'close'; readonly name: string }
 *   | { readonly kind: 'pass' | 'measure'; readonly name: string; readonly calls: number }} Order
 *
 * Of one call. Of the processor: also the threads that wait for the disk, and collect garbage.
 *
 * @typedef {{ microseconds: number; processorMicroseconds: number; retainedBytes: number }} Sample
 */

const [, , file = '', options = '{}'] = process.argv;
const { openSubject } = await import(pathToFileURL(file).href);

/** @type {Map<string, Subject>} */
const subjects = new Map();

/** Bytes in use after garbage is gone: V8's heap, buffers and WebAssembly. */
async function heldBytes() {
  await turn();
  for (let pass = 0; pass < 3; pass += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Calls made at once where their time does not matter; a log flushes them together. */
const atOnce = 8;

/**
 * @param {Subject} subject
 * @param {number} calls
 */
async function pass(subject, calls) {
  for (let done = 0; done < calls; done += atOnce) {
    const length = Math.min(atOnce, calls - done);
    await Promise.all(Array.from({ length }, () => subject.call()));
  }
}

/**
 * @param {Subject} subject
 * @param {number} calls
 * @returns {Promise<Sample>}
 */
async function measure(subject, calls) {
  const before = await heldBytes();
  // Collecting garbage also drops compiled code.
  const again = Math.ceil(calls / 4);
  for (let count = 0; count < again; count += 1) await subject.call();
  const used = process.cpuUsage();
  const began = performance.now();
  for (let count = 0; count < calls; count += 1) await subject.call();
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(used);
  const retained = (await heldBytes()) - before;
  return {
    microseconds: (took * 1000) / calls,
    processorMicroseconds: (user + system) / calls,
    retainedBytes: retained / (again + calls),
  };
}

/** @param {Order} order */
async function carryOut(order) {
  if (order.kind === 'open') {
    subjects.set(order.name, await openSubject(JSON.parse(options)));
    return undefined;
  }
  const subject = subjects.get(order.name);
  if (subject === undefined) throw new Error(`No subject ${order.name} is open.`);
  if (order.kind === 'measure') return measure(subject, order.calls);
  if (order.kind === 'pass') return pass(subject, order.calls);
  subjects.delete(order.name);
  return subject.close();
}

process.on('message', (/** @type {Order} */ order) => {
  carryOut(order).then(
    (answer) => process.send?.({ answer }),
    (error) => process.send?.({ error: inspect(error) }),
  );
});
// Whatever the subject still has open: timers of a rival must not keep this process alive.
process.on('disconnect', () => process.exit());
process.send?.({ answer: 'ready' });
