import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import * as z from 'zod';
import { cacheDir, provision } from '../../../harness/cache.mjs';

const run = promisify(execFile);
const bookSchema = z.object({
  version: z.string(),
  /** By revision of the protocol. */
  claimed: z.record(z.string(), z.array(z.string())),
  /** Reasons, by how the names of scenarios begin. */
  notClaimed: z.record(z.string(), z.string()),
});
const book = bookSchema.parse(
  JSON.parse(readFileSync('test/fixtures/mcp/conformance.json', 'utf8')),
);

/** A Node that the suite runs on: this one, or that of the VS Code server of the harness. */
function findNode(): string | undefined {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  const folders = existsSync(cacheDir()) ? readdirSync(cacheDir()) : [];
  return folders
    .filter((name) => name.startsWith('vscode-server-'))
    .map((name) => path.join(cacheDir(), name, 'node_modules/node/bin/node'))
    .find((file) => existsSync(file));
}

/** The suite, installed once; undefined where that is not possible. */
async function findSuite(): Promise<string | undefined> {
  const name = '@modelcontextprotocol/conformance';
  const options = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--fetch-retries=0',
  ];
  try {
    const folder = await provision(`mcp-conformance-${book.version}`, async (target) => {
      await run('npm', ['install', '--prefix', target, ...options, `${name}@${book.version}`]);
    });
    return path.join(folder, 'node_modules', name, 'dist/index.js');
  } catch {
    return undefined;
  }
}

/** By how the scenarios of the suite say which revisions they are for. */
function scenariosIn(list: string): ReadonlyMap<string, string> {
  const [, clients = ''] = /Client scenarios[^\n]*\n([^]*?)\n\n/.exec(list) ?? [];
  const lines = clients.matchAll(/^ *- (\S+) \[([^\]]*)\]/gm);
  return new Map(Array.from(lines, ([, name = '', revisions = '']) => [name, revisions]));
}

const outputSchema = z.object({ stdout: z.string(), stderr: z.string() });

/** All that a program wrote, however it ended. */
async function outputOf(running: Promise<unknown>): Promise<string> {
  const ended = await running.catch((error: unknown) => error);
  const { stdout, stderr } = outputSchema.parse(ended);
  return stdout + stderr;
}

describe('the conformance suite of the protocol, against our client over HTTP', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-conformance-'));
  const client = path.join(folder, 'client.cjs');
  let node = '';
  let suite = '';

  before(async function () {
    const [foundNode, foundSuite] = [findNode(), await findSuite()];
    // Not run, instead of passed.
    if (foundNode === undefined || foundSuite === undefined) return this.skip();
    [node, suite] = [foundNode, foundSuite];
    await esbuild.build({
      entryPoints: ['test/unit/adapters/mcp/conformance-client.ts'],
      ...{ bundle: true, platform: 'node', outfile: client, logLevel: 'error' },
    });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('003-mcp-9: has no client scenario that we neither claim nor give a reason for', async () => {
    const { stdout } = await run(node, [suite, 'list']);
    const all = scenariosIn(stdout);
    assert.ok(all.size > 40, stdout);
    const undecided = [...all].flatMap(([name, revisions]) => {
      if (Object.keys(book.notClaimed).some((start) => name.startsWith(start))) return [];
      return Object.keys(book.claimed)
        .filter((each) => revisions.includes(each) && book.claimed[each]?.includes(name) !== true)
        .map((each) => `${each}: ${name}`);
    });
    assert.deepEqual(undecided, []);
  });

  for (const [revision, scenarios] of Object.entries(book.claimed)) {
    for (const scenario of scenarios) {
      it(`003-mcp-9: ${revision}: ${scenario}`, async () => {
        const asked = ['--scenario', scenario, '--spec-version', revision, '-o', folder];
        const command = ['--command', `"${node}" "${client}"`];
        const said = await outputOf(run(node, [suite, 'client', ...command, ...asked]));
        assert.match(said, /Passed: (\d+)\/\1, 0 failed/);
      });
    }
  }
}).timeout(180_000);
