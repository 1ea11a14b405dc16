import assert from 'node:assert/strict';
import { succeed } from '../../../../src/core/contracts/failure';
import type { HostTerminals } from '../../../../src/host/terminals/command-terminals';
import { createLazyTerminals } from '../../../../src/host/terminals/lazy-terminals';
import { createFakeTerminals } from '../../fakes/terminals';

const request = { sessionId: 'chat', command: 'true', cwd: '/', outputByteLimit: 100 };

describe('terminals that load with the first command', () => {
  let calls: string[] = [];
  let errors: unknown[] = [];
  let finishLoad: (error?: Error) => void = () => undefined;
  let terminals = make();

  function make(): HostTerminals {
    const fake = createFakeTerminals();
    const loaded: HostTerminals = {
      create: async (asked) => {
        calls.push(`create ${asked.sessionId}`);
        const created = await fake.create(asked);
        return created.ok ? succeed(created.value) : created;
      },
      running: () => [{ sessionId: 'chat', command: 'true' }],
      reveal: (id) => calls.push(`reveal ${id}`),
      endSession: (id) => calls.push(`end ${id}`),
      dispose: () => calls.push('dispose'),
    };
    return createLazyTerminals({
      load: () => {
        calls.push('load');
        return new Promise((resolve, reject) => {
          finishLoad = (error) => {
            if (error === undefined) resolve(loaded);
            else reject(error);
          };
        });
      },
      onLoadFailed: (error) => errors.push(error),
    });
  }

  beforeEach(() => {
    calls = [];
    errors = [];
    terminals = make();
  });

  async function codeOf(created: ReturnType<HostTerminals['create']>): Promise<string> {
    const result = await created;
    return result.ok ? 'ok' : result.failure.errorCode;
  }

  it('loads nothing before the first command, and has nothing to show or to end', () => {
    terminals.reveal('terminal-1');
    terminals.endSession('chat');
    assert.deepEqual([terminals.running(), calls], [[], []]);
    terminals.dispose();
    assert.deepEqual(calls, []);
  });

  it('loads once, and hands everything on from then', async () => {
    const both = [terminals.create(request), terminals.create(request)];
    finishLoad();
    assert.deepEqual(await Promise.all(both.map(codeOf)), ['ok', 'ok']);
    terminals.reveal('terminal-1');
    terminals.endSession('chat');
    terminals.dispose();
    assert.equal(terminals.running().length, 1);
    assert.deepEqual(calls, [
      'load',
      'create chat',
      'create chat',
      'reveal terminal-1',
      'end chat',
      'dispose',
    ]);
  });

  it('starts no command of a chat that ended while it loaded', async () => {
    const mine = terminals.create(request);
    const other = terminals.create({ ...request, sessionId: 'other' });
    terminals.endSession('chat');
    finishLoad();
    assert.deepEqual([await codeOf(mine), await codeOf(other)], ['cancelled', 'ok']);
    assert.deepEqual(calls, ['load', 'create other']);
  });

  it('starts no command when it was disposed while it loaded, and disposes what it loaded', async () => {
    const asked = terminals.create(request);
    terminals.dispose();
    finishLoad();
    assert.equal(await codeOf(asked), 'cancelled');
    assert.deepEqual(calls, ['load', 'dispose']);
    assert.equal(await codeOf(terminals.create(request)), 'cancelled');
  });

  it('reports a failed load and tries again with the next command', async () => {
    const failed = terminals.create(request);
    finishLoad(new Error('gone'));
    assert.equal(await codeOf(failed), 'unavailable');
    assert.deepEqual(errors, [new Error('gone')]);
    const again = terminals.create(request);
    finishLoad();
    assert.equal(await codeOf(again), 'ok');
    assert.deepEqual(calls, ['load', 'load', 'create chat']);
  });
});
