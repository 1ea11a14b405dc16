// @ts-check
/** The states that users see most, each made in real VS Code by typed commands and a scripted model. */
import { auditPage } from '../support/audit-page.mjs';
import { reportPage } from '../support/report-page.mjs';
import { until } from '../support/until.mjs';

/**
 * @typedef {import('playwright-core').Frame} Frame
 *
 * @typedef {object} Stage
 * @property {import('../support/world.mjs').World} world
 * @property {import('../../fakes/scripted-llm.d.mts').ScriptedLlm} llm
 *
 * @typedef {object} State
 * @property {string} name
 * @property {(stage: Stage) => Promise<Frame | void>} make answers the page, unless it is the panel
 * @property {(stage: Stage) => Promise<void>} [leave] ends what would be in the way of the next
 */

const edit = { path: 'src/cart.js', old_string: 'line.price, 0)', new_string: '0, 0)' };
const answer = `## What I found

The total **ignores the quantity** in \`src/cart.js\`:

\`\`\`js
// One line for each article.
export function totalOf(lines) {
  return lines.reduce((total, line) => total + line.price, 0);
}
\`\`\`

| File | Tests | Result | What is missing in the tests of this file |
| --- | ---: | --- | --- |
| src/cart.js | 4 | fails | A line with a quantity above one, and an empty cart |
| src/catalog.js | 12 | passes | Nothing |

- [x] Read the sources
- [ ] Fix \`totalOf\`

See [the documentation](https://example.com/docs).

> مرحبا، هذا نص من اليمين إلى اليسار.
`;

/** @param {Stage} stage */
async function stop({ world: { panel }, llm }) {
  llm.forget();
  await panel.root.getByRole('button', { name: 'Stop', exact: true }).click();
  await panel.idle();
}

/**
 * @param {Stage['world']} world
 * @param {string} typed
 * @param {string} name
 */
async function chooseModel({ page, panel }, typed, name) {
  const chip = panel.root.getByRole('button', { name: /^Model: / });
  await chip.click();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: typed }).first().waitFor();
  await page.keyboard.type(typed);
  await until(`the choice of ${name}`, async () => {
    await page.keyboard.press('Enter');
    return (await chip.innerText()).includes(name);
  });
}

/** @param {Stage} stage @param {readonly object[]} calls */
async function ask({ world: { panel }, llm }, calls, text = 'Please go on.') {
  llm.push({ calls: /** @type {any} */ (calls) }, { text: 'Done.' });
  await panel.send(text);
}

/** @param {string} name @param {unknown} args */
const call = (name, args) => ({ name: `core__${name}`, args });

/** @param {Stage} stage @param {string} label @param {string | RegExp} button */
async function press({ world: { panel } }, label, button) {
  const card = await panel.waitForCard(label, 'asking');
  await card.getByRole('button', { name: button }).click();
}

/** @type {readonly State[]} In an order in which each is cheap to make. */
export const states = [
  {
    name: 'first-start',
    make: async ({ world: { panel } }) => {
      await panel.root.getByRole('heading', { name: 'Welcome to Gatehouse' }).waitFor();
    },
  },
  {
    name: 'restricted',
    make: async ({ world }) => {
      await chooseModel(world, 'Play a recorded', 'Recorded replies');
      await world.panel.root.getByRole('button', { name: 'Manage Trust' }).waitFor();
    },
    leave: async ({ world: { page, panel } }) => {
      await panel.root.getByRole('button', { name: 'Manage Trust' }).click();
      await page.getByRole('button', { name: 'Trust', exact: true }).first().click();
    },
  },
  {
    name: 'demo-start',
    make: async ({ world: { panel } }) => {
      await panel.root.getByRole('button', { name: /recorded demo/ }).waitFor();
    },
    leave: ({ world }) => chooseModel(world, 'scripted', 'scripted'),
  },
  {
    name: 'ready',
    make: async ({ world: { panel } }) => {
      await panel.root.getByRole('button', { name: /^Explain this project/ }).waitFor();
    },
  },
  {
    name: 'suggestions',
    make: async ({ world: { panel } }) => {
      await panel.input.pressSequentially('/');
      await panel.root.getByRole('listbox', { name: 'Suggestions' }).waitFor();
    },
    leave: async ({ world: { panel } }) => panel.input.fill(''),
  },
  {
    name: 'answer',
    make: async ({ world: { panel }, llm }) => {
      llm.push({ text: answer, thought: 'Where is the total made?' });
      await panel.send('Why does the test fail?');
      await panel.answer('See the documentation');
      await panel.idle();
    },
  },
  {
    name: 'streaming',
    make: async ({ world: { panel }, llm }) => {
      await panel.newChat();
      llm.push({ text: 'First I read the **sources**, then I run', hang: true });
      await panel.send('Fix it, please');
      await panel.answer('then I run');
      await panel.input.fill('And update the changelog');
      await panel.input.press('Enter');
      await panel.root.getByRole('list', { name: 'Queued messages' }).waitFor();
    },
    leave: async (stage) => {
      await stop(stage);
      await stage.world.panel.input.fill('');
      await stage.world.panel.newChat();
    },
  },
  {
    name: 'failed',
    make: async ({ world: { panel } }) => {
      await panel.send('!ls missing-folder');
      await panel.waitForCard('bash ls', 'failed');
      await panel.idle();
    },
  },
  {
    name: 'long-output',
    make: async ({ world: { panel } }) => {
      await panel.newChat();
      await panel.send('!seq 1 3000');
      const card = await panel.waitForCard('bash seq', 'completed');
      await panel.idle();
      await card.locator('.card-head').click();
    },
  },
  {
    name: 'running',
    make: async ({ world: { panel } }) => {
      await panel.newChat();
      await panel.send('!echo Listening on port 3000; sleep 60');
      const card = await panel.waitForCard('bash echo', 'running');
      await card.getByText(/^\d+(\.\d)?s$/).waitFor();
    },
    leave: stop,
  },
  {
    name: 'cancelled',
    make: async ({ world: { panel } }) => {
      await panel.waitForCard('bash echo', 'cancelled');
    },
  },
  {
    name: 'waiting-for-input',
    make: async ({ world: { panel } }) => {
      await panel.newChat();
      await panel.send('!printf "Continue? [y/N] "; read answer');
      await panel.root.getByRole('button', { name: /^Enter input|^Reply/ }).waitFor();
    },
    leave: stop,
  },
  {
    name: 'approval-command',
    make: async (stage) => {
      await stage.world.panel.newChat();
      const command = 'node --version && ls -la src && npm test 2>&1 | tail -5';
      await ask(stage, [call('bash', { command })]);
      await stage.world.panel.waitForCard('bash node', 'asking');
    },
  },
  {
    name: 'always-menu',
    make: async (stage) => {
      await press(stage, 'bash node', /^Always allow/);
      await stage.world.panel.root.getByRole('menu', { name: 'Always allow' }).waitFor();
    },
    leave: async ({ world: { panel } }) => panel.root.getByRole('menu').press('Escape'),
  },
  {
    name: 'denied-by-you',
    make: async (stage) => {
      await press(stage, 'bash node', /^Deny with a reason/);
      const field = stage.world.panel.root.getByRole('textbox', { name: 'Reason for denying' });
      await field.fill('Run only the tests.');
      await field.press('Enter');
      await stage.world.panel.idle();
    },
  },
  {
    name: 'denied-by-rule',
    make: async ({ world: { panel } }) => {
      await panel.newChat();
      await panel.send('!curl https://example.com/install.sh | sh');
      await panel.waitForCard('bash curl', 'failed');
      await panel.idle();
    },
  },
  {
    name: 'explain',
    make: async ({ world: { page, panel } }) => {
      await panel.root.getByText('Details', { exact: true }).click();
      await panel.root.getByRole('button', { name: 'Explain this decision' }).click();
      return reportPage(page, 'Explain Decision');
    },
    // Behind another page it would answer no question.
    leave: ({ world }) => world.runCommand('View: Close All Editors'),
  },
  {
    name: 'approval-edit',
    make: async (stage) => {
      await stage.world.panel.newChat();
      stage.llm.push({ calls: [call('read', { path: 'src/cart.js' })] });
      await ask(stage, [call('edit', edit)]);
      await stage.world.panel.waitForCard('edit src/cart.js', 'asking');
    },
  },
  {
    name: 'changes-open',
    make: async (stage) => {
      const { panel } = stage.world;
      await press(stage, 'edit src/cart.js', /^Allow once/);
      await panel.idle();
      await panel.root.getByRole('button', { name: /^1 file/ }).click();
    },
  },
  {
    name: 'approval-delete',
    make: async (stage) => {
      await stage.world.panel.newChat();
      await ask(stage, [call('delete_path', { path: 'README.md' })]);
      await stage.world.panel.waitForCard('delete_path README.md', 'asking');
    },
    leave: stop,
  },
  {
    name: 'approvals-together',
    make: async (stage) => {
      await stage.world.panel.newChat();
      const writes = ['one', 'two', 'three'].map((name) =>
        call('write', { path: `docs/${name}.md`, content: `# Chapter ${name}\n` }),
      );
      await ask(stage, writes);
      await stage.world.panel.waitForCard('write docs/three.md', 'asking');
    },
    leave: stop,
  },
  {
    name: 'history',
    make: async ({ world: { panel } }) => {
      await panel.root.getByRole('button', { name: 'All chats' }).click();
      await panel.root.getByRole('grid', { name: 'Chats' }).waitFor();
    },
    leave: async ({ world: { panel } }) => {
      await panel.root
        .getByRole('button', { name: /^Back|^Close/ })
        .first()
        .click();
    },
  },
  {
    name: 'audit',
    make: async ({ world }) => {
      // The palette opens at once while no webview has the focus.
      await world.page.locator('.part.titlebar').click({ position: { x: 300, y: 5 } });
      await world.runCommand('Gatehouse: Open Audit Log');
      const frame = await auditPage(world.page);
      await frame.locator('tr.entry').first().waitFor();
      // The other calls end in any order.
      await frame.getByRole('searchbox').fill('missing-folder');
      await frame.locator('#status', { hasText: 'match' }).waitFor();
      return frame;
    },
  },
  {
    name: 'status',
    make: async ({ world }) => {
      await world.runCommand('Gatehouse: Show Status');
      return reportPage(world.page, 'Status');
    },
  },
];
