import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import {
  acpCodes,
  AcpError,
  nextOutputMethod,
} from '../../../../src/core/contracts/chats/acp-client';
import { succeed } from '../../../../src/core/contracts/failure';
import type { TerminalExit } from '../../../../src/core/ports/terminals';
import {
  maxOutputBytes,
  type ClientTerminalsDeps,
} from '../../../../src/host/acp/client-terminals';
import { createConnection } from '../../fakes/agent-connection';
import { createFilesWorld } from '../files/files-world';

const sessionId = 's1';

describe('the output that an agent follows', () => {
  /** A terminal that prints what the test says. */
  function createTerminal() {
    const listeners = new Set<(text: string) => void>();
    let exit: () => void = () => undefined;
    const exited = new Promise<TerminalExit>((resolve) => {
      exit = () => resolve({ exitCode: 0, exitCodeKnown: true });
    });
    let whole: (text: string) => void = () => undefined;
    let released = 0;
    const handle = {
      ...{ terminalId: 't', startedAt: 0, exited },
      onOutput: (listener: (text: string) => void) => {
        listeners.add(listener);
        return { dispose: () => void listeners.delete(listener) };
      },
      onInputWait: () => ({ dispose: () => undefined }),
      output: () => ({ combined: '', stdout: '', stderr: '', truncated: false }),
      waitForExit: () => exited,
      kill: () => Promise.resolve(),
      release: () => {
        released += 1;
        exit();
      },
    };
    const terminals: ClientTerminalsDeps['terminals'] = {
      create: ({ onWhole }) => {
        whole = onWhole ?? whole;
        return Promise.resolve(succeed(handle));
      },
    };
    return {
      ...{ terminals, exited, released: () => released },
      print: (text: string) => {
        whole(text);
        for (const listener of listeners) listener(text);
      },
    };
  }

  function connect() {
    const world = createFilesWorld();
    const terminal = createTerminal();
    const { root } = world;
    const { terminals } = terminal;
    const workspace = {
      ...{
        roots: () => [root],
        ownFolders: () => [],
        storageFolders: () => [],
        isTrusted: () => true,
      },
      ...{ caseSensitive: () => true, separator: () => '/' as const },
    };
    const made = createConnection({ files: world.files, terminals, workspace });
    return { ...made, terminal, root, dispose: () => world.dispose() };
  }

  const names = { sessionId, terminalId: 't' };
  const _meta = { gatehouse: { whole: true } };

  it('is bounded while it is not asked for, and says what it lacks', async () => {
    const { request, terminal, root, dispose } = connect();
    await request('terminal/create', { sessionId, command: 'x', cwd: root, _meta });
    const first = request(nextOutputMethod, names);
    terminal.print('first');
    assert.deepEqual(await first, { whole: 'first' });
    const piece = 'x'.repeat(300_000);
    for (let count = 0; count < 20; count += 1) terminal.print(piece);
    terminal.print('the last');
    const { text = '', whole = '' } = await request(nextOutputMethod, names);
    for (const held of [text, whole]) {
      assert.ok(held.length <= maxOutputBytes + 100, String(held.length));
      assert.match(held, /^\[… [\d,]+ characters were not read in time …\]\n/);
      assert.ok(held.endsWith('the last'));
    }
    dispose();
  });

  it('is dropped with its terminal when the session closes', async () => {
    const { agent, request, terminal, root, dispose } = connect();
    await request('terminal/create', { sessionId, command: 'x', cwd: root, _meta });
    await agent.closeSession({ sessionId });
    assert.equal(terminal.released(), 1);
    await terminal.exited;
    // The agent still learns how it ended.
    await request('terminal/output', names);
    await setImmediate();
    await assert.rejects(
      request('terminal/output', names),
      (error) => error instanceof AcpError && error.code === acpCodes.invalidParams,
    );
    dispose();
  });
});
