// @ts-check
/** `npm run bench page`: the panel's page with a chat of 10,000 items, next to one of 100. */
import { createRequire } from 'node:module';
import { launchChromium } from '../../harness/chromium.mjs';
import { buildPage, openPreview } from '../../harness/webview-preview/preview.mjs';
import { bundleSubject } from '../bundle-subject.mjs';
import { measureInTurn } from '../in-turn.mjs';
import { judge } from '../judge.mjs';
import { spreadOf, spreadText, threeDigits } from '../statistics.mjs';
import { tableText } from '../table.mjs';

/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {number} items of the chat
 * @property {boolean} [isRead] the user has gone back to its first item
 *
 * @typedef {object} Measured
 * @property {number} shown items on the page
 * @property {number} openMs from the message of the host to the first frame
 * @property {number} sentKb
 * @property {number} frameMs work of the page for one frame while it scrolls, in the middle
 * @property {number} slowMs of the slowest twentieth of the frames
 * @property {number} heapMb with what the elements hold
 */

/** @type {readonly Subject[]} */
const subjects = [
  { name: '100 items', items: 100 },
  { name: '10,000 items', items: 10_000 },
  { name: '10,000 items, read back to the first', items: 10_000, isRead: true },
];

/** @type {import('../run.mjs').Bench} */
export async function runPageBench(options) {
  const { openChat } = createRequire(import.meta.url)(
    await bundleSubject('test/bench/page/ours.ts', 'page'),
  );
  const files = await buildPage();
  const browser = await launchChromium();
  try {
    const rounds = options.quick ? 1 : 3;
    const measured = await measureInTurn(subjects, rounds, (subject) =>
      measure(subject, { browser, files, openChat }),
    );
    console.log(`\n${table(measured)}`);
    if (options.quick) {
      console.log('\nA quick run: too little to judge by.');
      return true;
    }
    return judge('page', budgets(measured), options);
  } finally {
    await browser.close();
  }
}

/**
 * @param {Subject} subject
 * @param {{
 *   browser: import('playwright-core').Browser;
 *   files: Awaited<ReturnType<typeof buildPage>>;
 *   openChat: typeof import('./ours.js').openChat;
 * }} parts
 * @returns {Promise<Measured>}
 */
async function measure({ items, isRead }, { browser, files, openChat }) {
  const preview = await openPreview(browser, files, { width: 420, height: 800 });
  const { page } = preview;
  try {
    let sent = 0;
    /** @type {Promise<void>[]} */
    const sending = [];
    const host = openChat(
      items,
      (
        /** @type {import('../../harness/webview-preview/preview.mjs').Message & { seq: number }} */ message,
      ) => {
        sent += JSON.stringify(message).length;
        sending.push(preview.send(message));
      },
    );
    const start = performance.now();
    host.snapshot();
    await Promise.all(sending);
    await page.locator('.entry').last().waitFor();
    const openMs = performance.now() - start;
    // As the host answers which named files exist.
    host.files(['src/cart.js']);
    const sentKb = sent / 1000;
    for (let more = items; isRead && more > 0; more -= 200) host.showEarlier();
    await Promise.all(sending);
    const shown = await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return document.querySelectorAll('.entry').length;
    });
    const frames = await page.evaluate(scrollThrough, 300);
    const sorted = [...frames].sort((a, b) => a - b);
    return {
      shown,
      openMs,
      sentKb,
      frameMs: spreadOf(frames).median,
      slowMs: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
      heapMb: await heap(page),
    };
  } finally {
    await page.context().close();
  }
}

/**
 * Runs in the page: scrolls up and down, and measures how long each frame keeps it busy.
 *
 * @param {number} count of frames
 */
async function scrollThrough(count) {
  const scroller = document.querySelector('.transcript');
  if (scroller === null) throw new Error('There is no transcript.');
  /** @type {number[]} */
  const times = [];
  let step = -300;
  for (let frame = 0; frame < count; frame += 1) {
    const time = await new Promise((resolve) => {
      window.requestAnimationFrame(() => {
        const start = performance.now();
        const before = scroller.scrollTop;
        scroller.scrollTop = before + step;
        if (scroller.scrollTop === before) step = -step;
        // After style, layout and paint of this frame.
        const { port1, port2 } = new window.MessageChannel();
        port1.onmessage = () => resolve(performance.now() - start);
        port2.postMessage(0);
      });
    });
    times.push(time);
  }
  return times;
}

/** @param {import('playwright-core').Page} page */
async function heap(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const usage = await session.send('Runtime.getHeapUsage');
  const { usedSize } = usage;
  // What elements hold is apart from what scripts hold.
  const embedder = Number(Reflect.get(usage, 'embedderHeapUsedSize') ?? 0);
  await session.detach();
  return (usedSize + embedder) / 1e6;
}

/** @param {ReadonlyMap<Subject, readonly Measured[]>} measured */
function table(measured) {
  const rows = [...measured].map(([{ name }, runs]) => [
    name,
    threeDigits(runs[0]?.shown ?? 0),
    ...columns.map((column) => spreadText(spreadOf(runs.map((run) => run[column])))),
  ]);
  const head = [
    'a chat of',
    'on the page',
    'sent, KB',
    'opened, ms',
    'a frame, ms',
    'slow frame, ms',
    'memory, MB',
  ];
  return tableText(head, rows);
}

/** @type {readonly (Exclude<keyof Measured, 'shown'>)[]} */
const columns = ['sentKb', 'openMs', 'frameMs', 'slowMs', 'heapMb'];

/**
 * @param {ReadonlyMap<Subject, readonly Measured[]>} measured
 * @returns {readonly import('../budget.mjs').Budget[]}
 */
function budgets(measured) {
  const [short, long, read] = subjects.map(
    (subject) => (/** @type {keyof Measured} */ column) =>
      spreadOf((measured.get(subject) ?? []).map((run) => run[column])),
  );
  if (!short || !long || !read) throw new Error('Nothing was measured.');
  return [
    {
      name: 'a frame: 10,000 items / 100',
      ratio: long('frameMs').low / short('frameMs').low,
      bound: { atMost: 1.5 },
    },
    {
      name: 'memory: 10,000 items / 100',
      ratio: long('heapMb').median / short('heapMb').median,
      bound: { atMost: 3 },
    },
    {
      name: 'a frame: 10,000 items, read back / 100',
      ratio: read('frameMs').low / short('frameMs').low,
      bound: { atMost: 1.5 },
    },
    {
      name: 'memory: 10,000 items, read back / 100',
      ratio: read('heapMb').median / short('heapMb').median,
      bound: { atMost: 3 },
    },
  ];
}
