import assert from 'node:assert/strict';
import { InMemoryLink } from '../../../../../src/core/agent/acp/in-memory-link';
import { connectInMemory } from '../../../fakes/connect-in-memory';
import {
  acpCodes,
  AcpError,
  nextOutputMethod,
} from '../../../../../src/core/contracts/chats/acp-client';
import type { SessionNotification } from '../../../../../src/core/contracts/chats/acp';
import type { AcpAgent, AcpClient, ClientMethods } from '../../../../../src/core/ports/acp';

const sessionId = 's';

function chunk(text: string, session = sessionId): SessionNotification {
  const content = { type: 'text' as const, text };
  return { sessionId: session, update: { sessionUpdate: 'agent_message_chunk', content } };
}

function agentOf(prompt: (client: AcpClient) => Promise<void>): (client: AcpClient) => AcpAgent {
  return (client) => ({
    initialize: () => Promise.resolve({ protocolVersion: 1 }),
    newSession: () => Promise.resolve({ sessionId }),
    forkSession: () => Promise.resolve({ sessionId: 'fork' }),
    loadSession: async () => {
      await prompt(client);
      return {};
    },
    listSessions: () => Promise.resolve({ sessions: [] }),
    deleteSession: () => Promise.resolve({}),
    closeSession: () => Promise.resolve({}),
    prompt: async () => {
      await prompt(client);
      return { stopReason: 'end_turn' };
    },
    cancel: () => Promise.resolve(),
  });
}

function textOf({ update }: SessionNotification): string {
  return update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
    ? update.content.text
    : '';
}

const request = { sessionId, prompt: [] };
const permission = { sessionId, toolCall: { toolCallId: 'c' }, options: [] };

describe('in-memory link', () => {
  it('copies messages, so that the two sides share nothing', async () => {
    const rawInput = { path: 'a', callback: () => 1, big: 1n, nested: { list: [1] } };
    const received: unknown[] = [];
    const agent = connectInMemory(
      agentOf(async (client) => {
        const update = {
          sessionUpdate: 'tool_call',
          toolCallId: 'c',
          title: 't',
          rawInput,
        } as const;
        const sent = client.sessionUpdate({ sessionId, update });
        rawInput.nested.list.push(2);
        await sent;
      }),
      {
        sessionUpdate: ({ update }) => {
          received.push('rawInput' in update && update.rawInput);
          return Promise.resolve();
        },
        requestPermission: () => Promise.reject(new Error('not asked')),
      },
    );
    await agent.prompt(request);
    assert.deepEqual(received, [{ path: 'a', nested: { list: [1] } }]);
  });

  it('delivers the updates of a session in order, though the client is slow', async () => {
    const log: string[] = [];
    const agent = connectInMemory(
      agentOf((client) => {
        for (let n = 0; n < 50; n += 1) void client.sessionUpdate(chunk(String(n)));
        return Promise.resolve();
      }),
      {
        sessionUpdate: async (notification) => {
          const text = textOf(notification);
          for (let turns = Number(text) % 7; turns > 0; turns -= 1) await Promise.resolve();
          log.push(text);
        },
        requestPermission: () => Promise.reject(new Error('not asked')),
      },
    );
    await agent.prompt(request);
    assert.deepEqual(
      log,
      Array.from({ length: 50 }, (_, n) => String(n)),
    );
  });

  it('delivers what came before a question first, and what comes while it waits at once', async () => {
    const log: string[] = [];
    let answer = (): void => undefined;
    const agent = connectInMemory(
      agentOf(async (client) => {
        void client.sessionUpdate(chunk('before'));
        const asked = client.requestPermission(permission);
        await client.sessionUpdate(chunk('meanwhile'));
        answer();
        await asked;
        log.push('answered');
      }),
      {
        sessionUpdate: async (notification) => {
          await Promise.resolve();
          log.push(textOf(notification));
        },
        requestPermission: () =>
          new Promise((resolve) => {
            log.push('asked');
            answer = () => {
              resolve({ outcome: { outcome: 'cancelled' } });
            };
          }),
      },
    );
    await agent.prompt(request);
    assert.deepEqual(log.toSorted(), ['answered', 'asked', 'before', 'meanwhile']);
    assert.ok(log.indexOf('before') < log.indexOf('asked'));
    assert.equal(log.at(-1), 'answered');
  });

  it('a session that is stuck holds no other up, and a failed delivery not the next', async () => {
    const log: string[] = [];
    const agent = connectInMemory(
      agentOf(async (client) => {
        void client.sessionUpdate(chunk('stuck', 'other'));
        await assert.rejects(client.sessionUpdate(chunk('bad')));
        await client.sessionUpdate(chunk('good'));
      }),
      {
        sessionUpdate: (notification) => {
          const text = textOf(notification);
          if (text === 'stuck') return new Promise(() => undefined);
          if (text === 'bad') return Promise.reject(new Error('cannot show'));
          log.push(text);
          return Promise.resolve();
        },
        requestPermission: () => Promise.reject(new Error('not asked')),
      },
    );
    await agent.prompt(request);
    assert.deepEqual(log, ['good']);
  });

  it('passes the other calls through', async () => {
    const agent = connectInMemory(
      agentOf(() => Promise.resolve()),
      {
        sessionUpdate: () => Promise.resolve(),
        requestPermission: () => Promise.reject(new Error('not asked')),
      },
    );
    assert.deepEqual(await agent.initialize({ protocolVersion: 1 }), { protocolVersion: 1 });
    assert.deepEqual(await agent.newSession({ cwd: '/', mcpServers: [] }), { sessionId });
    assert.deepEqual(await agent.forkSession({ sessionId, cwd: '/' }), { sessionId: 'fork' });
    assert.deepEqual(await agent.closeSession({ sessionId }), {});
    await agent.cancel({ sessionId });
  });
});

describe('requests to the client over the link in memory', () => {
  const silent: AcpClient = {
    sessionUpdate: () => Promise.resolve(),
    requestPermission: () => Promise.reject(new Error('not asked')),
  };
  const names = { sessionId, terminalId: 't' };
  const read = { sessionId, path: '/a' };

  /** A client that answers these requests. */
  function clientOf(answers: Partial<ClientMethods>) {
    const unused = () => Promise.reject(new Error('not asked'));
    return new InMemoryLink(silent, {
      'fs/read_text_file': unused,
      'fs/write_text_file': unused,
      'terminal/create': unused,
      'terminal/output': unused,
      'terminal/wait_for_exit': unused,
      'terminal/kill': unused,
      'terminal/release': unused,
      [nextOutputMethod]: unused,
      ...answers,
    });
  }

  const announce = (link: InMemoryLink, clientCapabilities: object): Promise<unknown> =>
    link
      .connect(agentOf(() => Promise.resolve())(link.client))
      .initialize({ protocolVersion: 1, clientCapabilities });

  const code = (expected: number) => (error: unknown) =>
    error instanceof AcpError && error.code === expected;

  it('are sent only for what the client has announced', async () => {
    const link = clientOf({
      'fs/read_text_file': () => Promise.resolve({ content: 'x' }),
      'terminal/kill': () => Promise.resolve({}),
    });
    const refused = code(acpCodes.noSuchMethod);
    await assert.rejects(link.request('fs/read_text_file', read), refused);
    await announce(link, { fs: { readTextFile: true } });
    assert.deepEqual(await link.request('fs/read_text_file', read), { content: 'x' });
    const write = link.request('fs/write_text_file', { ...read, content: '' });
    await assert.rejects(write, refused);
    await assert.rejects(link.request('terminal/kill', names), refused);
    await announce(link, { terminal: true });
    await link.request('terminal/kill', names);
    await assert.rejects(link.request(nextOutputMethod, names), refused);
  });

  it('share nothing but the signal, in neither direction, nor in an error', async () => {
    const answer = { content: 'x', _meta: { list: [1] } };
    const data = { list: [1] };
    let seen: object = {};
    let isStopped = false;
    const link = clientOf({
      'fs/read_text_file': (params, signal) => {
        seen = params;
        isStopped = signal.aborted;
        return isStopped ? Promise.reject(new AcpError(1, 'no', data)) : Promise.resolve(answer);
      },
    });
    await announce(link, { fs: { readTextFile: true } });
    const got = await link.request('fs/read_text_file', read);
    assert.notEqual(got._meta, answer._meta);
    assert.deepEqual([got, seen], [answer, read]);
    assert.notEqual(seen, read);
    const stopped = link.request('fs/read_text_file', read, AbortSignal.abort());
    await assert.rejects(stopped, (error) => {
      assert.ok(error instanceof AcpError && isStopped);
      assert.notEqual(error.data, data);
      assert.deepEqual(error.data, data);
      return true;
    });
  });

  it('settle when the link closes, and no later one is sent', async () => {
    const link = clientOf({ 'terminal/wait_for_exit': () => new Promise(() => undefined) });
    await announce(link, { terminal: true });
    const waiting = link.request('terminal/wait_for_exit', names);
    link.close();
    await assert.rejects(waiting, code(acpCodes.cancelled));
    await assert.rejects(link.request('terminal/output', names), code(acpCodes.cancelled));
  });
});
