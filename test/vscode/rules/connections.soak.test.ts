import * as assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AuthCapability } from '../../../src/core/contracts/capabilities';
import type { RunContext } from '../../../src/core/contracts/calls/call';
import type { ToolContext } from '../../../src/core/contracts/tools/define-tool';
import {
  connectedTool,
  createFakeConnections,
  undeclaredTool,
  type FakeConnections,
} from '../../unit/invariants/connected-tool';
import { call, pipelineWith, storedText, type CallMore } from './calls';
import { withUser } from './settings';

const marker = 'zq7-opaque-marker-of-this-suite';
/** By hand: nothing sets connections yet. */
const asked = { connectionId: 'c1', context: { connectionIds: ['c1', 'c2'] } };

/** A tool that uses its connection, in a pipeline with connections. */
async function connected(
  use: (auth: AuthCapability, context: ToolContext) => Promise<string>,
  connections: FakeConnections = createFakeConnections(['c1'], { c1: marker }),
) {
  const tool = connectedTool(use);
  const on = await pipelineWith({ probes: [tool], connections: connections.parts });
  const ask = (args: unknown = {}, more: CallMore = asked) => call(tool.id, args, { on, ...more });
  return { ask, connections };
}

describe('rules: connections and secrets', () => {
  it('INV-26: the secret appears only in the outgoing request; the tool does not even get the id', async () => {
    const headers: IncomingHttpHeaders[] = [];
    const server = createServer((request, response) => {
      headers.push(request.headers);
      response.end('fine');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    const url = `http://127.0.0.1:${String(address.port)}/`;
    const contexts: ToolContext[] = [];
    const { ask } = await connected(async (auth, context) => {
      contexts.push(context);
      context.progress({ append: 'asking\n' });
      const response = await fetch(url, { headers: await auth.getAuthHeaders() });
      return response.text();
    });
    try {
      const { outcome, events, asked: questions } = await ask();
      assert.equal(outcome.text, 'fine');
      assert.deepEqual(
        headers.map(({ authorization }) => authorization),
        [`Bearer ${marker}`],
      );
      const told = JSON.stringify([outcome, events, questions, contexts]);
      assert.equal(told.includes(marker), false);
      assert.equal((await storedText()).includes(marker), false);
      assert.equal(JSON.stringify(contexts).includes('c1'), false, 'the tool gets no id');
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it('INV-26a: a tool that needs a connection id takes none from arguments and answers `validation`', async () => {
    const { ask, connections } = await connected((auth) => auth.getAccessToken());
    const context = asked.context;
    assert.equal((await ask({}, { context })).code, 'validation');
    assert.equal((await ask({}, { context, connectionId: '' })).code, 'validation');
    assert.equal((await ask({ connectionId: 'c1' }, { context })).code, 'validation');
    assert.equal((await ask({ connectionId: 'c1' })).code, 'validation');
    assert.deepEqual(connections.opened, []);
  });

  it('decision 32: a connection id that was not granted is `policy_denied`', async () => {
    const { ask } = await connected((auth) => auth.getAccessToken());
    const { outcome } = await ask({}, { ...asked, connectionId: 'c2' });
    assert.equal(outcome.failure?.errorCode, 'policy_denied');
  });

  it('INV-28: a context that holds a secret is refused; the value appears nowhere', async () => {
    const { ask, connections } = await connected((auth) => auth.getAccessToken());
    const holders: readonly Partial<RunContext>[] = [
      secretly({ accessToken: marker }),
      secretly({ more: { apiKey: marker } }),
      secretly({ list: [{ Authorization: marker }] }),
    ];
    for (const holder of holders) {
      const context = { ...asked.context, ...holder };
      const { outcome, entry, events } = await ask({}, { ...asked, context });
      assert.equal(outcome.failure?.errorCode, 'policy_denied');
      assert.match(outcome.text, /contains a secret/);
      assert.equal(JSON.stringify([outcome, entry, events]).includes(marker), false);
    }
    assert.deepEqual(connections.opened, []);
    assert.equal((await storedText()).includes(marker), false);
  });

  it('INV-29: a tool that does not declare credentials gets none', async () => {
    const handed: (readonly string[])[] = [];
    const tool = undeclaredTool((caps, context) => {
      handed.push([...Object.keys(caps), 'auth' in context ? 'auth in the context' : '']);
    });
    const connections = createFakeConnections(['c1'], { c1: marker });
    const on = await pipelineWith({ probes: [tool], connections: connections.parts });
    const { outcome } = await call(tool.id, {}, { on, ...asked });
    assert.equal(outcome.status, 'completed');
    assert.deepEqual(handed, [['place', '']]);
    assert.deepEqual(connections.opened, []);
  });

  it('INV-29a: credentials are made for each call, bound to its connection, and dead after it', async () => {
    const kept: AuthCapability[] = [];
    const both = createFakeConnections(['c1', 'c2'], { c1: 'first', c2: 'second' });
    const { ask } = await connected((auth) => {
      kept.push(auth);
      return auth.getAccessToken();
    }, both);
    const first = await ask();
    const second = await ask({}, { ...asked, connectionId: 'c2' });
    assert.deepEqual([first.outcome.text, second.outcome.text], ['first', 'second']);
    assert.equal(new Set(kept).size, 2);
    for (const auth of kept) {
      assert.deepEqual([auth.getAccessToken.length, auth.getAuthHeaders.length], [0, 0]);
      await assert.rejects(auth.getAccessToken(), /has ended/);
      await assert.rejects(auth.getAuthHeaders(), /has ended/);
    }
    assert.deepEqual(both.opened, ['c1', 'c2'], 'nothing was read after the end');
  });

  it('INV-30: a connection is used only if granted and asked for; otherwise no secret is read', async () => {
    const table = [
      { granted: ['c1'], asks: ['c1'], names: 'c1', runs: true },
      { granted: ['c1'], asks: [], names: 'c1', runs: false },
      { granted: [], asks: ['c1'], names: 'c1', runs: false },
      { granted: ['c1'], asks: ['c2'], names: 'c1', runs: false },
      { granted: ['c2'], asks: ['c1'], names: 'c1', runs: false },
      { granted: ['c1', 'c2'], asks: ['c1', 'c2'], names: 'c3', runs: false },
    ];
    const refusals = new Set<string>();
    for (const { granted, asks, names, runs } of table) {
      const { ask, connections } = await connected(
        (auth) => auth.getAccessToken(),
        createFakeConnections(granted, { c1: 't1', c2: 't2' }),
      );
      const context = { connectionIds: asks };
      const { outcome, code } = await ask({}, { connectionId: names, context });
      assert.equal(code, runs ? undefined : 'policy_denied');
      assert.deepEqual(connections.opened, runs ? [names] : []);
      if (!runs) refusals.add(outcome.text);
    }
    assert.equal(refusals.size, 1, 'unknown and not granted get the same answer');
  });

  it('INV-30: the extension grants no connection yet and denies a call that names one', async () => {
    const tool = connectedTool((auth) => auth.getAccessToken());
    const on = await pipelineWith({ probes: [tool] });
    const { code } = await call(tool.id, {}, { on, ...asked });
    assert.equal(code, 'policy_denied');
  });

  it('INV-F3: neither a tool nor a command gets secrets of the host', async () => {
    const contexts: object[] = [];
    const { ask, connections } = await connected((_auth, context) => {
      contexts.push(context);
      return Promise.resolve('not needed');
    });
    await ask();
    assert.deepEqual(connections.opened, [], 'a secret is read when it is asked for, not before');
    assert.equal(JSON.stringify(contexts).includes(marker), false);
    const permissions = { bash: [{ pattern: '*', action: 'ask' as const }] };
    await withUser({ permissions }, async () => {
      process.env['RULES_API_TOKEN'] = marker;
      try {
        const command = 'echo "[$RULES_API_TOKEN]"; env | grep -c zq7-opaque';
        const { outcome } = await call('bash', { command });
        assert.equal(outcome.output['stdout'], '[]\n0\n');
      } finally {
        delete process.env['RULES_API_TOKEN'];
      }
    });
  });
});

/** A context with fields that its type lacks, as a careless caller could pass it. */
function secretly(more: object): Partial<RunContext> {
  return { ...more };
}
