// @ts-check
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'mocha';

import { openScriptedWorld } from './support/scripted-world.mjs';

const answer = [
  'Look <img src=x onerror="window.hostile=1;alert(1)"> here',
  '<script>window.hostile=1;alert(1)</script>',
  '<iframe srcdoc="<script>parent.hostile=1</script>"></iframe>',
  '[one](command:workbench.action.closeWindow) [two](javascript:alert(1)) [three](https://example.com/x)',
  '![four](https://example.com/image.png)',
  'The end.',
].join('\n\n');

/** Right-to-left override, a bell and an escape sequence: what is seen is not what runs. */
const sly = 'echo \u202ekcatta\u202c \u0007\u001b[2Kharmless > made.txt';
const link = 'echo [Allow](command:workbench.action.closeWindow) > made.txt';

describe('Hostile text', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  /** @type {string[]} */
  const dialogs = [];
  before(async () => {
    world = await openScriptedWorld();
    world.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await world.openPanel();
  });
  after(() => world?.close());

  const assertNothingRan = async () => {
    const flags = await Promise.all(
      world.page.frames().map((frame) => frame.evaluate('window.hostile').catch(() => undefined)),
    );
    assert.deepEqual(
      flags.filter((flag) => flag !== undefined),
      [],
    );
    assert.deepEqual(dialogs, []);
  };

  it('of the model is shown as text; only web links are links', async () => {
    const { panel } = world;
    world.llm.push({ text: answer });
    await panel.send('Say something <b>bold</b> <img src=x onerror="window.hostile=1">');
    await panel.answer('The end.');
    await panel.idle();
    const message = panel.answers.last();
    const text = await message.innerText();
    for (const part of ['<img src=x onerror=', '<script>window.hostile=1', '<iframe srcdoc=']) {
      assert.equal(text.includes(part), true, part);
    }
    assert.equal(await panel.root.locator('article :is(img, script, iframe, a, b)').count(), 0);
    assert.deepEqual(await message.locator('button:not(.compact)').allInnerTexts(), ['three']);
    await assertNothingRan();
  });

  it('in a command shows its hidden characters on the card; the notification shows none', async () => {
    const { panel, page } = world;
    world.llm.push(
      { calls: [{ name: 'core__bash', args: { command: sly } }] },
      { text: 'Denied, I see.' },
    );
    await panel.send('Be sly');
    const card = await panel.waitForCard('bash', 'asking');
    const command = await card.getByLabel('Command', { exact: true }).innerText();
    assert.doesNotMatch(
      command,
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
    );
    assert.match(command, /⟨U\+202E⟩kcatta⟨U\+202C⟩ ⟨U\+0007⟩⟨U\+001B⟩\[2Kharmless > made\.txt/);
    const title = await card.getByRole('button', { expanded: false }).first().innerText();
    assert.doesNotMatch(title, /[\u0007\u001b\u202a-\u202e]/);
    const toast = page.locator('.notification-list-item').filter({ hasText: 'Review it first' });
    await toast.getByRole('button', { name: 'Review…' }).waitFor();
    assert.equal(await toast.getByRole('button', { name: 'Allow once' }).count(), 0);
    assert.doesNotMatch(await toast.innerText(), /[\u0007\u001b\u202a-\u202e]/);
    assert.equal(await card.getByRole('button', { name: 'Allow once' }).count(), 0);
    await card.getByRole('button', { name: 'Review…' }).click();
    await page.locator('.view-lines').getByText('⟨U+202E⟩kcatta').first().waitFor();
    await page.locator('.quick-input-list').getByText('Deny', { exact: true }).click();
    await panel.answer('Denied, I see.');
    await panel.idle();
    await assertNothingRan();
  });

  it('in a command makes no link in the notification', async () => {
    const { panel, page } = world;
    world.llm.push(
      { calls: [{ name: 'core__bash', args: { command: link } }] },
      { text: 'No link.' },
    );
    await panel.send('Link to a command');
    const card = await panel.waitForCard('bash', 'asking');
    assert.equal(await card.getByLabel('Command', { exact: true }).innerText(), link);
    const toast = page.locator('.notification-list-item').filter({ hasText: 'Review it first' });
    await toast.getByRole('button', { name: 'Review…' }).first().waitFor();
    assert.equal(await page.locator('.notification-list-item a[href]').count(), 0);
    await card.getByRole('button', { name: /^Deny: / }).click();
    await panel.answer('No link.');
    await panel.idle();
    assert.equal(existsSync(world.file('made.txt')), false);
    await assertNothingRan();
  });
});
