// @ts-check
/** A scripted world in which public addresses lead to a server of the test, below the guard. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { repository } from '../../harness/install.mjs';
import { openScriptedWorld } from './scripted-world.mjs';
import { until } from './until.mjs';

/** @typedef {Awaited<ReturnType<typeof openWebWorld>>} WebWorld */

/** What runs inside VS Code as its test, again in each window of the world. */
const leadingTests = (/** @type {{ port: number; cert: string }} */ { port, cert }) => `
const { connect } = require('node:net');
const vscode = require('vscode');
exports.run = async () => {
  const exported = await vscode.extensions.getExtension('gatehouse.gatehouse').activate();
  const { parts } = await exported.work();
  parts.calls.web.useNetwork({
    lookup: async () => ['93.184.216.34'],
    connect: (address) =>
      Object.defineProperty(connect(${String(port)}, '127.0.0.1'), 'remoteAddress', { get: () => address }),
    trustAnchor: ${JSON.stringify(cert)},
  });
  console.log('led');
  await new Promise(() => undefined);
};
`;

/**
 * `answer` serves https://example.com; the certificate names no other host.
 *
 * @param {import('node:http').RequestListener} answer
 * @param {Parameters<typeof openScriptedWorld>[0]} [options]
 */
export async function openWebWorld(answer, options = {}) {
  const tls = (/** @type {string} */ name) =>
    readFile(path.join(repository, 'test/fixtures/tls', `example.com.${name}.pem`), 'utf8');
  const cert = await tls('cert');
  const server = createServer({ cert, key: await tls('key') }, answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-web-'));
  const closeServer = async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  };
  const tests = path.join(folder, 'index.js');
  await writeFile(tests, leadingTests({ port, cert }));
  let windows = 0;
  const world = await openScriptedWorld({
    ...{ extensionPath: repository, toasts: false, tests },
    ...options,
    onLog: (_type, args) => {
      if (JSON.stringify(args).includes('led')) windows += 1;
    },
  }).catch(async (error) => {
    await closeServer();
    throw error;
  });
  /** Public addresses lead to the server in each of so many windows, one after the other. */
  const led = (/** @type {number} */ count) =>
    until('public addresses lead here', () => windows >= count);
  return {
    ...world,
    led,
    close: async () => {
      await world.close();
      await closeServer();
    },
  };
}
