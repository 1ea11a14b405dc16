// @ts-check
/**
 * The extension host is killed in the midst of calls, again and again: what a card has shown as done
 * is there when the panel is opened again, by VS Code or with a page that is loaded again, and nothing
 * is left running.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { after, before, describe, it } from 'mocha';

import { readAuditLines } from './support/audit.mjs';
import { killExtensionHost } from './support/kill-extension-host.mjs';
import { openScriptedWorld } from './support/scripted-world.mjs';
import { until } from './support/until.mjs';

/** All in `npm run soak`. */
const groups = process.env['GATEHOUSE_SOAK'] === '1' ? 5 : 1;
const roundsOfGroup = 5;
const callsOfRound = 4;
const final = ['completed', 'failed', 'cancelled'];

/** How many cards of a round have ended before the kill, and how long after that it comes. */
const endedBefore = (/** @type {number} */ round) => round % callsOfRound;
const killAfter = (/** @type {number} */ round) => (round * 37) % 150;

/** @param {number} round */
function script(round) {
  const calls = Array.from({ length: callsOfRound }, (_, at) => ({
    name: at % 2 === 0 ? 'core__bash' : 'core__find_path',
    args:
      at % 2 === 0 ? { command: `echo round-${round}-${at}` } : { pattern: `round-${round}-${at}` },
  }));
  const batches = calls.map((call, at) => ({ text: `Step ${at + 1} of ${round}.`, calls: [call] }));
  return [...batches, { text: `Round ${round} is done.` }];
}

describe('kill -9 of the extension host in the midst of calls', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  /** Cards that were shown as ended, by their label: what they showed. */
  const acknowledged = new Map();

  before(async () => {
    const permissions = { bash: [{ pattern: 'echo *', action: 'allow' }] };
    const settings = { 'gatehouse.permissions': permissions };
    world = await openScriptedWorld({ settings });
    await world.openPanel();
  });

  after(() => world?.close());

  /** @returns {Promise<{ label: string; status: string }[]>} */
  const cards = () =>
    world.panel.cards().evaluateAll((elements) =>
      elements.map((element) => ({
        label: element.getAttribute('aria-label') ?? '',
        status: /card-(\w+)/.exec(element.className)?.[1] ?? '',
      })),
    );

  const acknowledge = async () => {
    for (const { label, status } of await cards()) {
      if (final.includes(status)) acknowledged.set(label, status);
    }
  };

  /** @param {number} round */
  const killed = async (round) => {
    world.llm.forget();
    world.llm.push(...script(round));
    await world.panel.send(`Work on round ${round}`);
    await until(`the cards of round ${round}`, async () => {
      await acknowledge();
      const ended = [...acknowledged.keys()].filter((label) => label.includes(`round-${round}-`));
      return ended.length >= endedBefore(round);
    });
    await delay(killAfter(round));
    await acknowledge();
    await world.panel.root.evaluate((root) => root.setAttribute('data-before', ''));
    await killExtensionHost(world);
    if (round % roundsOfGroup === 1) await reloaded();
    await reopened();
  };

  const reloaded = async () => {
    await world.page.reload();
    await world.page.locator('.monaco-workbench .part.statusbar').waitFor();
  };

  /** VS Code starts the host again, and when it has ended three times in five minutes it asks first. */
  const reopened = async () => {
    const again = world.page.getByRole('button', { name: 'Restart Remote Extension Host' });
    const isNew = (/** @type {Element} */ root) => !root.hasAttribute('data-before');
    await until('the panel of the next host', async () => {
      if (await again.isVisible()) await again.click({ timeout: 1000 }).catch(() => undefined);
      return world.panel.root.evaluate(isNew, undefined, { timeout: 1000 }).catch(() => false);
    });
  };

  /** @param {number} round */
  const isWhole = async (round) => {
    const shown = await until(`the chat of round ${round}`, async () => {
      const all = await cards();
      const labels = new Set(all.map(({ label }) => label));
      return [...acknowledged.keys()].every((label) => labels.has(label)) && all;
    });
    for (const [label, status] of acknowledged) {
      const card = shown.find((each) => each.label === label);
      assert.equal(card?.status, status, `round ${round}: ${label}`);
    }
    const open = shown.filter(({ status }) => !final.includes(status));
    assert.deepEqual(open, [], `round ${round}: each call has its end`);
    if ([...acknowledged.keys()].some((label) => label.includes(`round-${round}-`))) {
      const sent = world.panel.root.getByText(`Work on round ${round}`, { exact: true });
      await sent.first().waitFor();
    }
    await world.panel.idle();
  };

  for (let group = 0; group < groups; group += 1) {
    const first = group * roundsOfGroup + 1;
    const last = first + roundsOfGroup - 1;
    it(`rounds ${first} to ${last}: each acknowledged card is there, and each call has an end`, async () => {
      await world.panel.newChat();
      acknowledged.clear();
      for (let round = first; round <= last; round += 1) {
        await killed(round);
        await isWhole(round);
      }
      assert.ok(acknowledged.size > 0, 'no card was acknowledged before a kill');
    });
  }

  it('the chat continues with a history that a model accepts', async () => {
    world.llm.forget();
    world.llm.push({ text: 'All is still here.' });
    await world.panel.send('Are you there?');
    await world.panel.answer('All is still here.');
    assert.deepEqual(
      world.llm.requests.flatMap(({ problem }) => problem ?? []),
      [],
    );
  });

  it('the audit log is one unbroken chain, with a row for each acknowledged card', async () => {
    const lines = await readAuditLines(world);
    let prev = '0'.repeat(64);
    for (const [at, line] of lines.entries()) {
      assert.equal(JSON.parse(line).prev, prev, `line ${at + 1}`);
      prev = createHash('sha256').update(line).digest('hex');
    }
    for (const label of acknowledged.keys()) {
      const subject = /round-\d+-\d+/.exec(label)?.[0] ?? '';
      assert.ok(
        lines.some((line) => line.includes(subject)),
        `no row for ${label}`,
      );
    }
  });
});
