import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchOf } from '../../../../src/adapters/mcp/launch';
import { readWorkspaceServers } from '../../../../src/adapters/mcp/workspace-servers';
import { systemDigest } from '../../../../src/adapters/system/random';
import { inEnglish } from '../../../../src/core/base/sentence';
import type { Failure, Result } from '../../../../src/core/contracts/failure';
import type { WorkspaceServer } from '../../../../src/core/contracts/mcp/workspace-servers';
import { WorkspaceServers } from '../../../../src/host/mcp/workspace-servers';
import { createFakeSecrets } from '../../fakes/secrets';

const place = { env: {}, platform: 'linux', home: '/home/u' } as const;

describe('approvals of servers that a workspace names', () => {
  let folder = '';
  let memory: unknown;
  let isTrusted = true;
  let hasFiles = true;
  let reads = 0;
  let secrets = createFakeSecrets();

  const open = (roots = [folder]) =>
    new WorkspaceServers({
      folders: { roots: () => roots, isTrusted: () => isTrusted },
      files: {
        exist: () => Promise.resolve(hasFiles),
        read: (folders) => {
          reads += 1;
          return readWorkspaceServers(folders, { digest: systemDigest, place });
        },
      },
      launch: ({ config, folder: own, envFile }, inputs) =>
        launchOf(config, { ...place, folder: own, envFile, inputs }),
      memory: {
        get: () => memory,
        set: (value) => {
          memory = JSON.parse(JSON.stringify(value));
          return Promise.resolve();
        },
      },
      secrets,
      digest: systemDigest,
    });
  const write = (...args: readonly string[]): void => {
    const inputs = [{ type: 'promptString', id: 'key', password: true }];
    const content = { inputs, servers: { s: { command: 'x', args } } };
    writeFileSync(path.join(folder, '.vscode/mcp.json'), JSON.stringify(content));
  };
  const only = (servers: WorkspaceServers): WorkspaceServer => {
    const [server] = servers.all();
    assert.ok(server);
    return server;
  };
  const refusal = (made: Result<unknown>): Failure['errorCode'] | undefined =>
    made.ok ? undefined : made.failure.errorCode;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-mcp-')));
    writeFileSync(path.join(folder, '.mcp.json'), '{}');
    memory = undefined;
    isTrusted = hasFiles = true;
    reads = 0;
    secrets = createFakeSecrets();
    mkdirSync(path.join(folder, '.vscode'));
    write('one');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('003-mcp-4: nothing of an untrusted workspace is read, and without the files nothing is loaded', async () => {
    const servers = open();
    await servers.refreshIfUsed();
    hasFiles = false;
    await servers.refresh();
    hasFiles = true;
    isTrusted = false;
    await servers.refresh();
    assert.deepEqual([servers.all(), reads], [[], 0]);
    assert.match(servers.problems().map(inEnglish).join(), /^This workspace is not trusted/);
    hasFiles = false;
    await servers.refresh();
    assert.deepEqual(servers.problems(), []);
  });

  it('003-mcp-4: starts what was approved, also in the next window, and nothing before', async () => {
    const servers = open();
    await servers.refresh();
    const server = only(servers);
    assert.equal(servers.approvalOf(server), 'none');
    assert.equal(refusal(await servers.launch(server)), 'policy_denied');
    await servers.approve(server);
    const next = open();
    await next.refreshIfUsed();
    assert.equal(next.approvalOf(only(next)), 'approved');
    const launch = await next.launch(only(next));
    assert.deepEqual(launch.ok && [launch.value.command, launch.value.args], ['x', ['one']]);
    isTrusted = false;
    assert.equal(refusal(await next.launch(only(next))), 'unavailable');
    isTrusted = true;
    await next.withdraw(only(next));
    assert.equal(refusal(await next.launch(only(next))), 'policy_denied');
  });

  it('003-mcp-4: a file that changes after the approval starts nothing, whatever was read before', async () => {
    const servers = open();
    await servers.refresh();
    const seen = only(servers);
    await servers.approve(seen);
    write('one', '--evil');
    // The window has not noticed.
    assert.equal(refusal(await servers.launch(seen)), 'policy_denied');
    await servers.refresh();
    const now = only(servers);
    assert.equal(servers.approvalOf(now), 'changed');
    assert.deepEqual(servers.approvedBefore(now)?.command, ['x', 'one']);
    assert.equal(refusal(await servers.launch(now)), 'policy_denied');
    // What was shown before the change is not what is approved now.
    await servers.approve(seen);
    assert.equal(refusal(await servers.launch(now)), 'policy_denied');
    // Another window has approved what this one has not shown yet.
    await servers.approve(now);
    assert.equal(refusal(await servers.launch(seen)), 'policy_denied');
    assert.ok((await servers.launch(now)).ok);
    rmSync(path.join(folder, '.vscode/mcp.json'));
    assert.equal(refusal(await servers.launch(now)), 'unavailable');
  });

  it('003-mcp-4: an approval holds for one folder, and what is stored has no value of a variable', async () => {
    const other = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-mcp-')));
    const env = { KEY: 'sekrit-value' };
    const text = JSON.stringify({ mcpServers: { s: { command: 'x', env } } });
    for (const each of [folder, other]) writeFileSync(path.join(each, '.mcp.json'), text);
    rmSync(path.join(folder, '.vscode/mcp.json'));
    const here = open();
    await here.refresh();
    await here.approve(only(here));
    assert.doesNotMatch(JSON.stringify(memory), /sekrit/);
    const there = open([other]);
    await there.refreshIfUsed();
    assert.deepEqual(there.all(), []);
    await there.refresh();
    assert.equal(there.approvalOf(only(there)), 'none');
    rmSync(other, { recursive: true });
  });

  it('003-mcp-4: what the user typed is in the secret store alone, and can be forgotten', async () => {
    write('--key=${input:key}');
    const servers = open();
    await servers.refresh();
    const server = only(servers);
    await servers.approve(server);
    assert.equal(refusal(await servers.launch(server)), 'validation');
    const [missing] = await servers.missingInputs(server);
    assert.ok(missing?.password);
    await servers.storeInput(server, missing, 'typed-secret');
    const launch = await servers.launch(server);
    assert.deepEqual(launch.ok && launch.value.args, ['--key=typed-secret']);
    assert.ok(launch.ok && launch.value.confidential.includes('typed-secret'));
    assert.doesNotMatch(JSON.stringify(memory), /typed-secret/);
    await servers.forgetInputs(server);
    assert.equal(secrets.values.size, 0);
    await servers.storeInput(server, missing, 'again');
    await servers.forgetAllInputs();
    assert.equal(secrets.values.size, 0);
  });

  it('a memory that something else has written approves nothing', async () => {
    const servers = open();
    await servers.refresh();
    const server = only(servers);
    await servers.approve(server);
    const [key = ''] = Object.keys(memory ?? {});
    for (const value of [7, [], { [key]: 7 }, { [key]: { digest: 7, approved: 'x' } }]) {
      memory = value;
      assert.notEqual(servers.approvalOf(server), 'approved');
      servers.approvedBefore(server);
    }
  });
});
