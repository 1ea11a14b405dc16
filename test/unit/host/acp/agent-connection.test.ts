import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { agent, client, ndJsonStream, RequestError } from '@agentclientprotocol/sdk';
import { createCommandJournal } from '../../../../src/adapters/process/command-journal';
import { systemClock } from '../../../../src/adapters/system/clock';
import { systemIds } from '../../../../src/adapters/system/random';
import {
  acpCodes,
  AcpError,
  type ClientRequests,
} from '../../../../src/core/contracts/chats/acp-client';
import { clientMethods, ClientSessions } from '../../../../src/host/acp/agent-connection';
import { HostTerminals } from '../../../../src/host/terminals/command-terminals';
import { createFakeAgent } from '../../fakes/acp-agent';
import { createConnection } from '../../fakes/agent-connection';
import { createFakeIds } from '../../fakes/ids';
import { createFilesWorld } from '../files/files-world';
import { noSpools } from '../../fakes/spools';
import { createFakeWindows, plainText } from '../terminals/fake-windows';

type Ask = <M extends keyof ClientRequests>(
  method: M,
  params: ClientRequests[M]['params'],
  signal?: AbortSignal,
) => Promise<ClientRequests[M]['response']>;

interface Agent {
  readonly ask: Ask;
  readonly close: () => void;
}

const sessionId = 's1';

/** Folders, files and terminals of the product; the windows of the terminals are fakes. */
function createHost() {
  const world = createFilesWorld({ denyRead: ['**/.env'] });
  const records = mkdtempSync(path.join(tmpdir(), 'gatehouse-test-'));
  const windows = createFakeWindows();
  const trust = { isGiven: true };
  const workspace = {
    roots: () => [world.root],
    ownFolders: () => [],
    storageFolders: () => [],
    isTrusted: () => trust.isGiven,
    caseSensitive: () => true,
    separator: () => '/' as const,
  };
  const terminals = new HostTerminals(
    {
      workspace,
      env: process.env,
      userEnvironment: () => ({}),
      passedNames: () => [],
      onOutliving: () => undefined,
      journal: createCommandJournal({ folder: records, log: () => undefined }, systemClock),
      clock: systemClock,
      ids: systemIds,
      spools: noSpools,
    },
    windows.open,
  );
  return {
    ...{ world, workspace, terminals, windows, trust },
    dispose: () => {
      terminals.dispose();
      world.dispose();
      rmSync(records, { recursive: true });
    },
  };
}

type Host = ReturnType<typeof createHost>;

function builtIn({ world, terminals, workspace }: Host): Agent {
  const { connection, request } = createConnection({ files: world.files, terminals, workspace });
  return { ask: request, close: () => connection.link.close() };
}

/** An agent as others write one: on ACP's own package, over streams of bytes. */
async function external({ world, terminals, workspace }: Host): Promise<Agent> {
  const sessions = new ClientSessions();
  sessions.add(sessionId);
  const ids = createFakeIds();
  const deps = { files: world.files, terminals, workspace, ids, sessions };
  const methods = clientMethods(deps);
  const there = new TransformStream<Uint8Array, Uint8Array>();
  const back = new TransformStream<Uint8Array, Uint8Array>();
  const host = client()
    .onRequest('fs/read_text_file', ({ params, signal }) =>
      answered(methods['fs/read_text_file'](params, signal)),
    )
    .onRequest('fs/write_text_file', ({ params, signal }) =>
      answered(methods['fs/write_text_file'](params, signal)),
    )
    .onRequest('terminal/create', ({ params, signal }) =>
      answered(methods['terminal/create'](params, signal)),
    )
    .onRequest('terminal/output', ({ params, signal }) =>
      answered(methods['terminal/output'](params, signal)),
    )
    .onRequest('terminal/wait_for_exit', ({ params, signal }) =>
      answered(methods['terminal/wait_for_exit'](params, signal)),
    )
    .onRequest('terminal/kill', ({ params, signal }) =>
      answered(methods['terminal/kill'](params, signal)),
    )
    .onRequest('terminal/release', ({ params, signal }) =>
      answered(methods['terminal/release'](params, signal)),
    );
  const ours = host.connect(ndJsonStream(there.writable, back.readable));
  const theirs = agent().connect(ndJsonStream(back.writable, there.readable));
  return Promise.resolve({
    ask: (method, params, signal) =>
      theirs.client.request(method, params, signal && { cancellationSignal: signal }),
    close: () => {
      theirs.close();
      ours.close();
    },
  });
}

/** Errors as that package answers them. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof AcpError)) throw error;
    throw new RequestError(error.code, error.message, error.data);
  }
}

/** The code of the error that answers a request. */
async function codeOf(answer: Promise<unknown>): Promise<number> {
  const error: unknown = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error && 'code' in error, 'the request is refused');
  assert.equal(typeof error.code, 'number');
  return Number(error.code);
}

const agents = {
  'the built-in agent, over the link in memory': (host: Host) => Promise.resolve(builtIn(host)),
  'an external agent, over streams': external,
} as const;

for (const [name, connect] of Object.entries(agents)) {
  describe(`requests to the client of ${name}`, () => {
    let host: Host;
    let connected: Agent;
    let ask: Ask;
    beforeEach(async () => {
      host = createHost();
      connected = await connect(host);
      ask = connected.ask;
    });
    afterEach(() => {
      connected.close();
      host.dispose();
    });

    const start = (command: string, more: object = {}) =>
      ask('terminal/create', { sessionId, command, cwd: host.world.root, ...more });

    it('reads a text file as the editor shows it, whole or by lines', async () => {
      const file = host.world.file('a.txt', 'one\ntwo\nthree\n');
      host.world.documents.open(file).type('zero\none\ntwo\nthree\n');
      const read = { sessionId, path: file };
      assert.equal((await ask('fs/read_text_file', read)).content, 'zero\none\ntwo\nthree\n');
      const lines = { ...read, line: 2, limit: 2 };
      assert.equal((await ask('fs/read_text_file', lines)).content, 'one\ntwo\n');
    });

    it('meets the same guard, and learns why it was refused', async () => {
      const { world } = host;
      const secret = world.file('.env', 'KEY=1');
      const outside = path.join(world.outside, 'a');
      for (const file of [secret, outside]) {
        const read = ask('fs/read_text_file', { sessionId, path: file });
        assert.equal(await codeOf(read), acpCodes.refused);
        const write = ask('fs/write_text_file', { sessionId, path: file, content: 'x' });
        assert.equal(await codeOf(write), acpCodes.refused);
      }
      assert.equal(await codeOf(start('true', { cwd: world.outside })), acpCodes.refused);
      assert.equal(world.text('.env'), 'KEY=1');
      assert.deepEqual(host.windows.windows, []);
    });

    it('runs nothing in a workspace that is not trusted', async () => {
      host.trust.isGiven = false;
      assert.equal(await codeOf(start('true')), acpCodes.refused);
    });

    it('distinguishes a missing file from one that cannot be read', async () => {
      const { world } = host;
      const missing = { sessionId, path: world.file('new.txt') };
      assert.equal(await codeOf(ask('fs/read_text_file', missing)), acpCodes.notFound);
      const binary = { sessionId, path: world.file('b', new Uint8Array([0, 1, 0, 2])) };
      assert.equal(await codeOf(ask('fs/read_text_file', binary)), acpCodes.internal);
    });

    it('records each write for undo', async () => {
      const { world } = host;
      const file = world.file('a.txt', 'before\n');
      await ask('fs/write_text_file', { sessionId, path: file, content: 'after\n' });
      assert.equal(world.text('a.txt'), 'after\n');
      const [recorded, ...others] = world.recorder.changes;
      assert.deepEqual([recorded?.by.sessionId, others], [sessionId, []]);
    });

    it('means no other write than the one it asked for, if our data are malformed', async () => {
      const { world } = host;
      const file = world.file('a.txt', 'mine\n');
      const _meta = { gatehouse: { toolCallId: 'c', expect: { text: 1 } } };
      const write = { sessionId, path: file, content: 'x', _meta };
      assert.equal(await codeOf(ask('fs/write_text_file', write)), acpCodes.invalidParams);
      assert.equal(world.text('a.txt'), 'mine\n');
      const read = { sessionId, path: file, _meta: { gatehouse: { maxBytes: -1 } } };
      assert.equal(await codeOf(ask('fs/read_text_file', read)), acpCodes.invalidParams);
      const whole = { _meta: { gatehouse: { whole: 1 } } };
      assert.equal(await codeOf(start('true', whole)), acpCodes.invalidParams);
    });

    it('writes what a call has read, and resolves the path for any other write', async () => {
      const { world } = host;
      const file = world.file('a.txt', 'a\n');
      const resolved: boolean[] = [];
      const write = world.files.write.bind(world.files);
      world.files.write = (to, text, options) => {
        resolved.push(options.resolved !== undefined);
        return write(to, text, options);
      };
      const readAs = (toolCallId: string) =>
        ask('fs/read_text_file', {
          ...{ sessionId, path: file },
          _meta: { gatehouse: { maxBytes: 100, toolCallId } },
        });
      const writeAs = (toolCallId: string, to = file) =>
        ask('fs/write_text_file', {
          ...{ sessionId, path: to, content: 'x' },
          _meta: { gatehouse: { toolCallId, expect: { any: true } } },
        });
      await readAs('c1');
      await writeAs('c1');
      await writeAs('c1');
      await readAs('c2');
      await writeAs('c3');
      await readAs('c4');
      await writeAs('c4', world.file('b.txt'));
      assert.deepEqual(resolved, [true, false, false, false]);
    });

    it('names only its own open sessions, and absolute paths', async () => {
      const { world } = host;
      const path = world.file('a.txt', 'x');
      const foreign = { sessionId: 'other', path };
      assert.equal(await codeOf(ask('fs/read_text_file', foreign)), acpCodes.invalidParams);
      const relative = { sessionId, path: 'a.txt' };
      assert.equal(await codeOf(ask('fs/read_text_file', relative)), acpCodes.invalidParams);
      assert.equal(await codeOf(start('true', { sessionId: 'other' })), acpCodes.invalidParams);
      const { terminalId } = await start('true');
      const names = { sessionId: 'other', terminalId };
      assert.equal(await codeOf(ask('terminal/output', names)), acpCodes.invalidParams);
    });

    it('runs a command in a visible terminal, through all five requests', async () => {
      const { terminalId } = await start('echo out; echo err >&2; exit 3');
      const names = { sessionId, terminalId };
      const exit = await ask('terminal/wait_for_exit', names);
      assert.deepEqual([exit.exitCode, exit.signal], [3, null]);
      const { output, truncated, exitStatus } = await ask('terminal/output', names);
      assert.deepEqual([output.split('\n').toSorted(), truncated], [['', 'err', 'out'], false]);
      assert.equal(exitStatus?.exitCode, 3);
      host.windows.windows[0]?.opened();
      assert.match(plainText(host.windows.windows[0]), /\$ echo out; echo err >&2; exit 3\n/);
      await ask('terminal/release', names);
      assert.equal(await codeOf(ask('terminal/output', names)), acpCodes.invalidParams);
    });

    it('passes words as words, and variables but those that run code', async () => {
      const env = [
        { name: 'ADDED', value: '1' },
        { name: 'LD_PRELOAD', value: '/x.so' },
      ];
      const args = ['-c', 'echo "$0|$ADDED|${LD_PRELOAD-}"', "it's; $HOME"];
      const { terminalId } = await start('bash', { args, env });
      const names = { sessionId, terminalId };
      await ask('terminal/wait_for_exit', names);
      assert.equal((await ask('terminal/output', names)).output, "it's; $HOME|1|\n");
    });

    it('ends a command with its process group, and stops waiting when the request is cancelled', async () => {
      const { terminalId } = await start('sleep 1000');
      const names = { sessionId, terminalId };
      const stop = new AbortController();
      const waiting = codeOf(ask('terminal/wait_for_exit', names, stop.signal));
      // The request is on its way.
      assert.equal((await ask('terminal/output', names)).exitStatus ?? null, null);
      stop.abort();
      assert.equal(await waiting, acpCodes.cancelled);
      await ask('terminal/kill', names);
      const exit = await ask('terminal/wait_for_exit', names);
      assert.deepEqual([exit.exitCode, exit.signal], [null, 'SIGTERM']);
    });
  });
}

describe('the sessions of a connection', () => {
  it('are open from the answer of the agent until they are closed', async () => {
    const sessions = new ClientSessions();
    const acp = sessions.connect(createFakeAgent());
    assert.throws(() => sessions.check('s1'), AcpError);
    await acp.newSession({ cwd: '/', mcpServers: [] });
    sessions.check('s1');
    await acp.closeSession({ sessionId: 's1' });
    assert.throws(() => sessions.check('s1'), AcpError);
  });

  it('need an agent that speaks version 1', async () => {
    const later = {
      ...createFakeAgent(),
      initialize: () => Promise.resolve({ protocolVersion: 2 }),
    };
    const acp = new ClientSessions().connect(later);
    await assert.rejects(acp.newSession({ cwd: '/', mcpServers: [] }), /version 2 of ACP/);
  });
});
