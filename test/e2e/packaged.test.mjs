// @ts-check
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { demoSettings } from '../harness/demo-settings.mjs';
import { repository } from '../harness/install.mjs';
import { childEnv, npm } from '../harness/process.mjs';
import { runTests } from './support/files.mjs';
import { until } from './support/until.mjs';
import { openWorld } from './support/world.mjs';

const vsix = path.join(repository, 'dist/gatehouse.vsix');

/** What another extension sees of Gatehouse. */
const probe = `
const { renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');
exports.activate = async () => {
  const extension = vscode.extensions.getExtension('gatehouse.gatehouse');
  const seen = { exports: await extension.activate(), folder: extension.extensionPath };
  writeFileSync(path.join(__dirname, 'seen.part'), JSON.stringify(seen));
  renameSync(path.join(__dirname, 'seen.part'), path.join(__dirname, 'seen.json'));
};
`;

describe('The packaged extension, as users get it', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  /** @type {string} */
  let probeFolder;
  before(async () => {
    if (!existsSync(vsix)) await makePackage();
    probeFolder = await makeProbe();
    world = await openWorld({
      vsix,
      // Only a window with the smoke test driver takes an extension that is not installed.
      extensionPath: probeFolder,
      toasts: false,
      settings: (folder) => demoSettings({ repository, folder }),
    });
    await world.openPanel();
  });
  after(async () => {
    await world?.close();
    if (probeFolder) await rm(probeFolder, { recursive: true, force: true });
  });

  it('runs from its own folder and exports nothing', async () => {
    const file = path.join(probeFolder, 'seen.json');
    const { exports, folder } = await until('what the probe saw', () =>
      readFile(file, 'utf8').then(JSON.parse, () => undefined),
    );
    assert.deepEqual(exports, {});
    assert.equal(path.dirname(folder), world.extensionsDir);
  });

  it('does the main job', async () => {
    const { panel } = world;
    await panel.send('Fix the failing test');
    for (const [label, end] of /** @type {const} */ ([
      ['bash npm test', 'failed'],
      ['edit src/cart.js', 'completed'],
      ['bash npm test', 'completed'],
    ])) {
      const card = await panel.waitForCard(label, 'asking');
      await card.getByRole('button', { name: 'Allow once' }).click();
      await panel.waitForCard(label, end);
    }
    await panel.answer('All tests pass.');
    await panel.idle();
    assert.equal(await runTests(world.folder), 0);
  });
});

async function makePackage() {
  const { code, output } = await npm(['run', 'package'], { cwd: repository, env: childEnv() });
  assert.equal(code, 0, output);
}

async function makeProbe() {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'gatehouse-probe-')));
  const manifest = {
    name: 'gatehouse-probe',
    publisher: 'gatehouse-tests',
    version: '1.0.0',
    engines: { vscode: '^1.101.0' },
    extensionKind: ['workspace'],
    activationEvents: ['onStartupFinished'],
    main: './probe.js',
  };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'probe.js'), probe);
  return folder;
}
