// @ts-check
import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'mocha';

import { startScriptedLlm } from '../fakes/scripted-llm.mjs';
import { openWorld, outsideFolder, serverSettings } from './support/world.mjs';

/** @typedef {import('../fakes/scripted-llm.d.mts').ScriptedCall} ScriptedCall */

const secret = 'not for the agent';

/** @type {{ what: string; call: ScriptedCall; code: string; says: RegExp }[]} */
const badCalls = [
  {
    what: 'arguments that are no JSON',
    call: { name: 'core__read', args: '{"path": "src/ca' },
    code: 'invalid_json',
    says: /JSON/,
  },
  {
    what: 'a tool that does not exist',
    call: { name: 'core__teleport', args: { to: 'home' } },
    code: 'unavailable',
    says: /core__teleport/,
  },
  {
    what: 'arguments of the wrong type',
    call: { name: 'core__read', args: { path: 42 } },
    code: 'validation',
    says: /path/,
  },
  {
    what: 'a path outside the workspace',
    call: { name: 'core__read', args: { path: '../outside/secret.txt' } },
    code: 'policy_denied',
    says: /outside/,
  },
  {
    what: 'a symbolic link that leads outside',
    call: { name: 'core__read', args: { path: 'link/secret.txt' } },
    code: 'policy_denied',
    says: /outside/,
  },
];

/** @type {{ what: string; steps: import('../fakes/scripted-llm.d.mts').ScriptedStep[]; says: RegExp; text?: string }[]} */
const badAnswers = [
  {
    what: 'a stream that is cut in the middle',
    steps: [{ text: 'Half of an', cut: true }],
    says: /answer was interrupted: 127\.0\.0\.1:\d+ closed the connection/,
    text: 'Half of an',
  },
  { what: 'status 401', steps: [{ status: 401 }], says: /401.*Gatehouse: Set API Key/s },
  {
    what: 'status 429, each time',
    steps: [{ status: 429 }, { status: 429 }, { status: 429 }],
    says: /429/,
  },
  {
    what: 'status 500, each time',
    steps: [{ status: 500 }, { status: 500 }, { status: 500 }],
    says: /500/,
  },
];

describe('Bad input from the model', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  /** @type {import('../fakes/scripted-llm.d.mts').ScriptedLlm} */
  let llm;
  before(async () => {
    llm = await startScriptedLlm();
    world = await openWorld({ settings: serverSettings(llm) });
    const outside = await outsideFolder(world);
    await writeFile(path.join(outside, 'secret.txt'), secret);
    await symlink(outside, world.file('link'));
    await world.openPanel();
  });
  after(async () => {
    await world?.close();
    await llm?.close();
  });
  // Whatever came before, the same chat goes on with a history that the server accepts.
  afterEach(async () => {
    const { panel } = world;
    const text = `Number ${llm.requests.length} is well.`;
    llm.push({ text });
    await panel.send('Go on');
    await panel.answer(text);
    await panel.idle();
    assert.equal(llm.requests.at(-1)?.problem, undefined);
  });

  /** @param {string} level */
  const countNotices = (level) => world.panel.root.locator(`article.notice-${level}`).count();

  for (const { what, call, code, says } of badCalls) {
    it(`${what}: one failed card, and the model gets the reason`, async () => {
      const { panel } = world;
      const cards = await panel.cards().count();
      llm.push({ calls: [call] }, { text: `I see: ${what}.` });
      await panel.send(what);
      await panel.answer(`I see: ${what}.`);
      await panel.idle();
      assert.equal(await panel.cards().count(), cards + 1);
      const card = panel.cards().last();
      assert.match((await card.getAttribute('class')) ?? '', /card-failed/);
      assert.equal(await card.locator('.code-name').textContent(), code);
      assert.match(await card.innerText(), says);
      const told = llm.requests.at(-1)?.body.messages.at(-1);
      assert.match(told?.content ?? '', /^\[tool_error\]\ncategory: /);
      assert.equal(told?.content?.includes(secret), false);
    });
  }

  it('a shell that kills itself: one failed card with its exit code', async () => {
    const { panel } = world;
    llm.push(
      { calls: [{ name: 'core__bash', args: { command: 'echo before; kill -9 $$' } }] },
      { text: 'It is dead.' },
    );
    await panel.send('Kill the shell');
    const asking = await panel.waitForCard('bash echo before', 'asking');
    await asking.getByRole('button', { name: 'Allow once' }).click();
    const card = await panel.waitForCard('bash echo before', 'failed');
    await card.getByText('exit 137', { exact: true }).waitFor();
    await panel.answer('It is dead.');
    await panel.idle();
  });

  for (const { what, steps, says, text } of badAnswers) {
    it(`${what}: one error that says what to do`, async () => {
      const { panel } = world;
      const errors = await countNotices('error');
      const cards = await panel.cards().count();
      llm.push(...steps);
      await panel.send(what);
      await panel.idle();
      assert.equal(await countNotices('error'), errors + 1);
      assert.match(await panel.root.locator('article.notice-error').last().innerText(), says);
      assert.equal(await panel.cards().count(), cards);
      if (text !== undefined) await panel.answer(text);
    });
  }

  it('no server at all: one error that names the address', async () => {
    const { panel } = world;
    const errors = await countNotices('error');
    await llm.close();
    await panel.send('Is anybody there?');
    const said = await panel.notice(`127.0.0.1:${llm.port} refused the connection`);
    assert.match(said, /Check that the server is running/);
    await panel.idle();
    assert.equal(await countNotices('error'), errors + 1);
    llm = await startScriptedLlm({ port: llm.port });
  });
});
