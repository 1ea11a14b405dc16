import assert from 'node:assert/strict';
import { createClientFiles } from '../../../../../src/core/agent/acp/client-files';
import { createClientTerminals } from '../../../../../src/core/agent/acp/client-terminals';
import {
  acpCodes,
  AcpError,
  nextOutputMethod,
  type NextOutput,
} from '../../../../../src/core/contracts/chats/acp-client';
import type { ClientMethods, ClientRequest } from '../../../../../src/core/ports/acp';
import { quietSignal } from '../../../fakes/temporary-workspace';

const never = new AbortController().signal;
const command = { sessionId: 's', command: 'x', cwd: '/ws', outputByteLimit: 10 };

/** A client that answers these requests, and any other with an error of JSON-RPC. */
function clientOf(answers: Partial<ClientMethods>) {
  const asked: string[] = [];
  const request: ClientRequest = (method, params, signal = never) => {
    asked.push(method);
    const answer = answers[method];
    if (answer !== undefined) return answer(params, signal);
    return Promise.reject(new AcpError(acpCodes.noSuchMethod, `No ${method}.`));
  };
  return { asked, request };
}

describe('terminals of a client', () => {
  it('tell all output before the end, and know the last of it when they are released', async () => {
    const news: NextOutput[] = [
      { whole: 'one\n', text: 'one' },
      { waitsForInput: true },
      { whole: 'two\n', ended: true },
    ];
    let output = 'one\ntwo\n';
    const { asked, request } = clientOf({
      'terminal/create': () => Promise.resolve({ terminalId: 't' }),
      'terminal/wait_for_exit': () => Promise.resolve({ exitCode: 3 }),
      'terminal/output': () => Promise.resolve({ output, truncated: false }),
      'terminal/release': () => {
        output = '';
        return Promise.resolve({});
      },
      [nextOutputMethod]: () => Promise.resolve(news.shift() ?? {}),
    });
    let whole = '';
    const live: string[] = [];
    const waits: boolean[] = [];
    const terminals = createClientTerminals(request);
    const created = await terminals.create({ ...command, onWhole: (text) => (whole += text) });
    assert.ok(created.ok);
    created.value.onOutput((text) => live.push(text));
    created.value.onInputWait((now) => waits.push(now));
    const exit = await created.value.waitForExit(never);
    assert.deepEqual([exit, whole], [{ exitCode: 3, exitCodeKnown: true }, 'one\ntwo\n']);
    assert.deepEqual([live, waits], [['one'], [true]]);
    created.value.release();
    assert.equal((await created.value.output()).combined, 'one\ntwo\n');
    assert.equal(asked.at(-1), 'terminal/release');
  });

  it('need no method of ours', async () => {
    const { request } = clientOf({
      'terminal/create': () => Promise.resolve({ terminalId: 't' }),
      'terminal/wait_for_exit': () => Promise.resolve({ signal: 'SIGTERM' }),
      'terminal/output': () => Promise.resolve({ output: 'x', truncated: true }),
      'terminal/kill': () => Promise.resolve({}),
    });
    const created = await createClientTerminals(request).create(command);
    assert.ok(created.ok);
    await created.value.kill();
    const exit = await created.value.waitForExit(never);
    assert.deepEqual(exit, { exitCode: -1, exitCodeKnown: false, signal: 'SIGTERM' });
    const { combined, stdout, truncated } = await created.value.output();
    assert.deepEqual([combined, stdout, truncated], ['x', 'x', true]);
  });

  it('end with an unknown exit code when the connection closes', async () => {
    const { request } = clientOf({
      'terminal/create': () => Promise.resolve({ terminalId: 't' }),
    });
    const created = await createClientTerminals(request).create(command);
    assert.ok(created.ok);
    const exit = await created.value.waitForExit(never);
    assert.deepEqual(exit, { exitCode: -1, exitCodeKnown: false });
  });

  it('no longer wait when the signal aborts', async () => {
    const { request } = clientOf({
      'terminal/create': () => Promise.resolve({ terminalId: 't' }),
      'terminal/wait_for_exit': () => new Promise(() => undefined),
    });
    const created = await createClientTerminals(request).create(command);
    assert.ok(created.ok);
    assert.equal(await created.value.waitForExit(AbortSignal.abort()), undefined);
  });
});

describe('text files of a client', () => {
  const workspace = { roots: () => ['/ws'], separator: () => '/' as const };
  const by = { sessionId: 's', toolCallId: 'c' };

  it('turn each error code into a failure', async () => {
    const codes = {
      [acpCodes.refused]: 'policy_denied',
      [acpCodes.noSuchMethod]: 'unavailable',
      [acpCodes.invalidParams]: 'validation',
      [acpCodes.cancelled]: 'cancelled',
      [acpCodes.notFound]: 'execution',
      [acpCodes.internal]: 'execution',
    };
    for (const [code, errorCode] of Object.entries(codes)) {
      const { request } = clientOf({
        'fs/read_text_file': () => Promise.reject(new AcpError(Number(code), 'No.')),
      });
      const options = { sessionId: 's', maxBytes: 1, signal: quietSignal() };
      const read = await createClientFiles(request, workspace).read('a', options);
      assert.equal(read.ok ? undefined : read.failure.errorCode, errorCode);
    }
  });

  it('name absolute paths, and fail when the client does not tell what it did', async () => {
    const paths: string[] = [];
    const { request } = clientOf({
      'fs/write_text_file': (params) => {
        paths.push(params.path);
        return Promise.resolve({});
      },
    });
    const options = { by, expect: { any: true } as const, signal: quietSignal() };
    const written = await createClientFiles(request, workspace).write('b/../a', 'x', options);
    assert.deepEqual([written.ok, paths], [false, ['/ws/a']]);
  });
});
