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
    const terminals = createClientTerminals(request, assert.ifError);
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
    const created = await createClientTerminals(request, assert.ifError).create(command);
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
    const created = await createClientTerminals(request, assert.ifError).create(command);
    assert.ok(created.ok);
    const exit = await created.value.waitForExit(never);
    assert.deepEqual(exit, { exitCode: -1, exitCodeKnown: false });
    // What was refused is not a complete, empty output.
    const { combined, truncated } = await created.value.output();
    assert.deepEqual([combined, truncated], ['', true]);
  });

  it('no longer wait when the signal aborts', async () => {
    const { request } = clientOf({
      'terminal/create': () => Promise.resolve({ terminalId: 't' }),
      'terminal/wait_for_exit': () => new Promise(() => undefined),
    });
    const created = await createClientTerminals(request, assert.ifError).create(command);
    assert.ok(created.ok);
    assert.equal(await created.value.waitForExit(AbortSignal.abort()), undefined);
  });
});

describe('a listener of a terminal that throws', () => {
  it('is reported and dropped; the others learn everything, and the end is known', async () => {
    const news: NextOutput[] = [
      { whole: 'one', text: 'one', waitsForInput: true },
      { whole: 'two', text: 'two', ended: true },
    ];
    const { request } = clientOf({
      'terminal/create': () => Promise.resolve({ terminalId: 't' }),
      'terminal/wait_for_exit': () => Promise.resolve({ exitCode: 0 }),
      'terminal/output': () => Promise.resolve({ output: 'x', truncated: false }),
      [nextOutputMethod]: () => Promise.resolve(news.shift() ?? { ended: true }),
    });
    const reported: unknown[] = [];
    const broken = (): never => {
      throw new TypeError('a defect');
    };
    const terminals = createClientTerminals(request, (error) => reported.push(error));
    const created = await terminals.create({ ...command, onWhole: broken });
    assert.ok(created.ok);
    const live: string[] = [];
    created.value.onOutput(broken);
    created.value.onOutput((text) => live.push(text));
    created.value.onInputWait(broken);
    const exit = await created.value.waitForExit(never);
    assert.deepEqual([exit, live], [{ exitCode: 0, exitCodeKnown: true }, ['one', 'two']]);
    assert.deepEqual(reported.map(String), Array<string>(3).fill('TypeError: a defect'));
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

  it('name absolute paths, and fail when the client does not report what it did', async () => {
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

  it('ask nothing for a text that is no path, judged before it is joined with the folder', async () => {
    const { asked, request } = clientOf({});
    const files = createClientFiles(request, workspace);
    const options = { sessionId: 's', maxBytes: 1, signal: quietSignal() };
    const codes = [];
    for (const path of ['', '~/a', 'file:///etc/passwd', 'a\0b', '\\\\server\\share']) {
      const read = await files.read(path, options);
      const write = { by, expect: { any: true } as const, signal: quietSignal() };
      const written = await files.write(path, 'x', write);
      codes.push(...[read, written].map((done) => (done.ok ? '' : done.failure.errorCode)));
    }
    const refused = Array<string>(8).fill('validation');
    assert.deepEqual(codes, [...refused, 'policy_denied', 'policy_denied']);
    assert.deepEqual(asked, []);
  });
});
