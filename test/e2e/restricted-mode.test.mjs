// @ts-check
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'mocha';

import { startScriptedLlm } from '../fakes/scripted-llm.mjs';
import { readAudit } from './support/audit.mjs';
import { openWorld, serverSettings } from './support/world.mjs';

describe('A workspace that is not trusted', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  /** @type {import('../fakes/scripted-llm.d.mts').ScriptedLlm} */
  let llm;
  before(async () => {
    llm = await startScriptedLlm();
    world = await openWorld({ trust: false, settings: serverSettings(llm) });
    await world.openPanel();
  });
  after(async () => {
    await world?.close();
    await llm?.close();
  });

  it('is reported in the panel, with what to do', async () => {
    const { root } = world.panel;
    await root.getByRole('heading', { name: 'Trust this folder to continue' }).waitFor();
    await root.getByRole('button', { name: 'Manage Trust' }).waitFor();
  });

  it('refuses typed calls, and runs nothing', async () => {
    const { panel } = world;
    await panel.send('!touch made.txt');
    const card = await panel.waitForCard('bash touch made.txt', 'failed');
    await card.getByText('Blocked', { exact: true }).waitFor();
    await card.getByText('Details', { exact: true }).click();
    await card.getByRole('button', { name: 'Manage Trust' }).waitFor();
    await panel.idle();
    assert.equal(existsSync(world.file('made.txt')), false);
  });

  it('refuses calls of the model without asking, with the reason', async () => {
    const { panel } = world;
    llm.push(
      {
        calls: [
          { name: 'core__bash', args: { command: 'touch made.txt' } },
          { name: 'core__read', args: { path: 'package.json' } },
        ],
      },
      { text: 'I may not.' },
    );
    await panel.send('Make a file');
    await panel.answer('I may not.');
    await panel.idle();
    const told = llm.requests.at(-1)?.body.messages.slice(-2) ?? [];
    for (const { content } of told) assert.match(content ?? '', /trust/i);
    assert.equal(
      told.some(({ content }) => content?.includes('corner-shop')),
      false,
    );
    assert.equal(existsSync(world.file('made.txt')), false);
    assert.deepEqual(
      (await readAudit(world)).map(({ tool, result, error_code }) => [tool, result, error_code]),
      [
        ['core__bash', 'denied', 'authz_denied'],
        ['core__bash', 'denied', 'authz_denied'],
        ['core__read', 'denied', 'authz_denied'],
      ],
    );
  });
});
