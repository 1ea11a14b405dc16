// @ts-check
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { openScriptedWorld } from './support/scripted-world.mjs';

/** One red dot. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

describe('Context of a message', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    world = await openScriptedWorld({
      model: { models: [{ name: 'scripted', images: true }] },
      prepare: (folder) =>
        writeFile(path.join(folder, 'AGENTS.md'), 'Always say which file you mean.\n'),
    });
    await world.openPanel();
  });
  after(() => world?.close());

  it('includes the rules of a trusted workspace, and its path', async () => {
    const { panel } = world;
    world.llm.push({ text: 'Yes.' });
    await panel.newChat();
    await panel.send('Hello');
    await panel.answer('Yes.');
    await panel.idle();
    const system = world.llm.requests.at(-1)?.body.messages[0]?.content ?? '';
    assert.match(system, /AGENTS\.md/);
    assert.match(system, /Always say which file you mean\./);
    assert.match(system, /Top level: .*src\//);
  });

  it('opens a rules file from the line that names those in force', async () => {
    const { panel, page } = world;
    await panel.root.getByRole('button', { name: 'AGENTS.md', exact: true }).click();
    await page.getByRole('tab', { name: /^AGENTS\.md/ }).waitFor();
  });

  it('includes a file that is chosen after @', async () => {
    const { panel } = world;
    world.llm.push({ text: 'I see the cart.' });
    await panel.input.fill('');
    await panel.input.pressSequentially('See @car');
    const options = panel.root.getByRole('listbox').getByRole('option');
    await options.filter({ hasText: 'cart.js' }).first().waitFor();
    await panel.input.press('Enter');
    const chips = panel.root.getByRole('list', { name: 'Context', exact: true });
    await chips.getByText('cart.js').waitFor();
    assert.equal((await panel.input.inputValue()).trim(), 'See');
    await panel.input.press('Enter');
    await panel.answer('I see the cart.');
    await panel.idle();
    const sent = world.llm.requests.at(-1)?.body.messages.at(-1)?.content ?? '';
    assert.match(JSON.stringify(sent), /export function totalOf/);
    const bubble = panel.root.locator('article.user-message').last();
    await bubble.getByText('cart.js').waitFor();
  });

  it('includes a pasted image, and the user can remove it', async () => {
    const { panel } = world;
    const paste = () =>
      panel.input.evaluate((element, data) => {
        const bytes = Uint8Array.from(window.atob(data), (char) => char.charCodeAt(0));
        const transfer = new window.DataTransfer();
        transfer.items.add(new window.File([bytes], 'dot.png', { type: 'image/png' }));
        element.dispatchEvent(
          new window.ClipboardEvent('paste', {
            clipboardData: transfer,
            bubbles: true,
            cancelable: true,
          }),
        );
      }, png);
    const chips = panel.root.getByRole('list', { name: 'Context', exact: true });
    await paste();
    await chips.getByRole('button', { name: /^Remove image/ }).click();
    await chips.waitFor({ state: 'detached' });
    await paste();
    await chips.getByRole('button', { name: /^Remove image/ }).waitFor();
    world.llm.push({ text: 'A red dot.' });
    await panel.send('What is this?');
    await panel.answer('A red dot.');
    await panel.idle();
    assert.deepEqual(
      world.llm.requests.at(-1)?.images.map(({ mediaType, data }) => [mediaType, data]),
      [['image/png', png]],
    );
  });
});
