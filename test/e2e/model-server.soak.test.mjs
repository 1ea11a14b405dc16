// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';

import { readAudit } from './support/audit.mjs';
import { filesHolding, runTests } from './support/files.mjs';
import { fillInputBox } from './support/quick-input.mjs';
import { openScriptedWorld } from './support/scripted-world.mjs';

/** @typedef {import('../fakes/scripted-llm.d.mts').RecordedRequest['body']} RequestBody */

const key = `sk-e2e-${'k3y'.repeat(8)}`;
const fix = {
  path: 'src/cart.js',
  old_string: 'total + line.price, 0)',
  new_string: 'total + line.price * line.quantity, 0)',
};

describe('The main job, with an OpenAI-compatible server', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    world = await openScriptedWorld({ model: { key } });
    await world.openPanel();
  });
  after(() => world?.close());

  it('shows how to store a key when the server requires one', async () => {
    await world.panel.send('Hello');
    await world.panel.notice('Run "Gatehouse: Set API Key"');
    await world.panel.idle();
    assert.equal(world.llm.requests.length, 0);
  });

  it('keeps the key of the input box for the server', async () => {
    await world.runCommand('Gatehouse: Set API Key…');
    await fillInputBox(world, key);
    await world.page.getByText('is stored in the secret store').first().waitFor();
  });

  it('streams text and runs both calls of each answer', async () => {
    const { panel } = world;
    world.llm.push(
      {
        text: 'I run the tests and look at the cart.',
        chunkMs: 10,
        calls: [
          { name: 'core__bash', args: { command: 'npm test' } },
          { name: 'core__read', args: { path: 'src/cart.js' } },
        ],
      },
      {
        text: 'The quantity is missing.',
        chunkMs: 10,
        calls: [
          { name: 'core__edit', args: fix },
          { name: 'core__bash', args: { command: 'node --test' } },
        ],
      },
      { text: 'Fixed: **all tests pass**.', chunkMs: 10 },
    );
    await panel.newChat();
    await panel.send('Fix the failing test');
    for (const label of ['bash npm test', 'edit src/cart.js', 'bash node --test']) {
      const card = await panel.waitForCard(label, 'asking');
      await card.getByRole('button', { name: 'Allow once' }).click();
      await card.getByRole('button', { name: 'Allow once' }).waitFor({ state: 'detached' });
    }
    await panel.answer('Fixed: all tests pass.');
    await panel.idle();
    assert.equal(await panel.answers.last().locator('strong').innerText(), 'all tests pass');
    assert.equal(await runTests(world.folder), 0);
    const changed = await readFile(world.file('src/cart.js'), 'utf8');
    assert.equal(changed.includes(fix.new_string), true);
  });

  it('answers every call in its order, in a history the server accepts', () => {
    assert.deepEqual(
      world.llm.requests.map(({ problem }) => problem),
      [undefined, undefined, undefined],
    );
    const [first, second, third] = world.llm.requests.map(({ body }) => body);
    assert.ok(first && second && third);
    /** @param {RequestBody} body */
    const roles = ({ messages }) => messages.map(({ role }) => role);
    assert.deepEqual(roles(first), ['system', 'user']);
    assert.equal(
      first.tools?.some((tool) => tool.function.name === 'core__bash'),
      true,
    );
    const round = ['assistant', 'tool', 'tool'];
    assert.deepEqual(roles(third), ['system', 'user', ...round, ...round]);
    const [ran, read] = second.messages.slice(-2).map(({ content }) => content ?? '');
    assert.match(ran ?? '', /the total counts every piece[^]*\[exit code: 1\]/);
    assert.match(read ?? '', /export function totalOf/);
    assert.match(third.messages.at(-1)?.content ?? '', /# fail 0/);
  });

  it('sends the key in the header and keeps it off the disk', async () => {
    const headers = new Set(
      world.llm.requests.map(({ headers: { authorization } }) => authorization),
    );
    assert.deepEqual([...headers], [`Bearer ${key}`]);
    assert.equal((await readAudit(world)).length, 4);
    assert.deepEqual(await filesHolding(world.root, key), []);
    assert.notDeepEqual(await filesHolding(world.userDataDir, 'core__edit'), []);
    assert.deepEqual(await filesHolding(world.userDataDir, key), []);
    assert.equal(JSON.stringify(world.llm.requests.map(({ body }) => body)).includes(key), false);
  });
});
