import assert from 'node:assert/strict';
import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import { succeed } from '../../../src/core/contracts/failure';
import type { PermissionRule } from '../../../src/core/contracts/calls/decision';
import { createWorld } from '../core/pipeline/fixture';
import { startChat, type Chat } from './chat';
import { createProduct, openRules, type Product, type ProductOptions } from './product';
import { sampleCalls } from './sample-calls';

const bash = { name: 'core__bash', args: { command: 'echo one' } };

/** The tool with an id as a server's tools have. */
function ofServer(tool: BoundTool, server = 'files'): BoundTool {
  const name = `${server}__${tool.name}`;
  const id = `mcp__${name}`;
  return { ...tool, id, name, spec: { ...tool.spec, name: id } };
}

describe('tools available to a call', () => {
  let product: Product;
  let chat: Chat | undefined;

  function open(options: ProductOptions = {}): Product {
    product = createProduct(options);
    product.workspace.put('ws/a.txt', 'one\n');
    return product;
  }

  const offered = (index: number): readonly string[] =>
    (chat?.server.requests[index]?.body.tools ?? []).map((tool) => tool.function.name);

  afterEach(async () => {
    await chat?.close();
    chat = undefined;
    await product.dispose();
  });

  it('INV-18: the model sees exactly the catalog of the request: registry minus policy, sorted', async () => {
    const denied: PermissionRule = {
      tool: 'core__write',
      pattern: '*',
      action: 'deny',
      source: 'user',
    };
    open({ policy: { permissions: [denied, ...openRules] } });
    const ids = product.tools.map(({ id }) => id);
    product.policy.swap({ allowedTools: new Set(ids.filter((id) => id !== 'core__edit')) });
    chat = await startChat(product, { steps: [{ text: 'ok' }] });
    await chat.say('Hello.');
    const hidden = new Set(['core__edit', 'core__write']);
    assert.deepEqual(offered(0), ids.filter((id) => !hidden.has(id)).sort());
    assert.deepEqual(
      offered(0),
      product.pipeline.catalog().map(({ name }) => name),
    );
  });

  it('INV-18: a call to a tool that is not in the catalog is refused', async () => {
    open();
    product.policy.swap({ allowedTools: new Set(['core__read']) });
    chat = await startChat(product, { steps: [{ calls: [bash] }, { text: 'ok' }] });
    await chat.say('Run it.');
    assert.deepEqual(offered(0), ['core__read']);
    assert.equal(product.audit()[0]?.error_code, 'policy_denied');
    assert.deepEqual(product.terminals.commands, []);
  });

  it('INV-19: a change of the policy alone makes a tool appear and disappear', async () => {
    open();
    const all = new Set(product.tools.map(({ id }) => id));
    const steps = [{ calls: [bash] }, { text: 'ok' }, { calls: [bash] }, { text: 'ok' }];
    chat = await startChat(product, { steps });
    product.policy.swap({ allowedTools: new Set() });
    await chat.say('Run it.');
    product.policy.swap({ allowedTools: all });
    await chat.say('Run it.');
    assert.deepEqual([offered(0), offered(2).length], [[], all.size]);
    assert.deepEqual(
      product.audit().map(({ result, policy_version }) => [result, policy_version]),
      [
        ['denied', 2],
        ['success', 3],
      ],
    );
  });

  it('INV-20: without a policy every call is `policy_denied`, announced once and not run', async () => {
    open({ policy: { allowedTools: new Set() } });
    for (const { id } of product.tools) {
      const outcome = await product.call(id, sampleCalls[id]);
      assert.equal(outcome.failure?.errorCode, 'policy_denied', id);
    }
    assert.deepEqual(product.pipeline.catalog(), []);
    assert.deepEqual(product.terminals.commands, []);
    const told = product.events.map(({ type }) => type);
    assert.deepEqual(
      told,
      product.tools.flatMap(() => ['start', 'end']),
    );
  });

  it('INV-20: an id off the list is denied, an unknown id is unavailable', async () => {
    open({ policy: { allowedTools: new Set(['core__read']) } });
    const known = await product.call('core__bash', { command: 'echo one' });
    const unknown = await product.call('core__nothing', {});
    assert.deepEqual(
      [known.failure?.errorCode, unknown.failure?.errorCode],
      ['policy_denied', 'unavailable'],
    );
  });

  it("INV-21: a server's tool is off until it is allowed by its own id", async () => {
    open({ tools: (own) => own.flatMap((tool) => [tool, ofServer(tool)]) });
    const own = product.tools.map(({ id }) => id).filter((id) => id.startsWith('core__'));
    product.policy.swap({ allowedTools: new Set(own) });
    const before = await product.call('mcp__files__read', { path: 'a.txt' });
    assert.equal(before.failure?.errorCode, 'policy_denied');
    assert.equal(
      product.pipeline.catalog().some(({ name }) => name.startsWith('mcp__')),
      false,
    );
    product.policy.swap({ allowedTools: new Set([...own, 'mcp__files__read']) });
    const after = await product.call('mcp__files__read', { path: 'a.txt' });
    const other = await product.call('mcp__files__write', sampleCalls['core__write']);
    assert.deepEqual([after.status, other.failure?.errorCode], ['completed', 'policy_denied']);
  });

  it('INV-21: an untrusted server asks for every read and is denied every change', async () => {
    open({ tools: (own) => own.map((tool) => ofServer(tool)), trust: 'untrusted' });
    const read = await product.call('mcp__files__read', { path: 'a.txt' });
    const asked = product.asked.length;
    const write = await product.call('mcp__files__write', sampleCalls['core__write']);
    assert.equal(asked, 1, 'an allow rule of the user does not answer the approval');
    assert.equal(read.failure?.message, 'The user denied this call.');
    assert.match(write.failure?.message ?? '', /untrusted/);
    assert.equal(product.asked.length, asked, 'a denied call does not ask');
  });

  it('INV-22: two tools with one id are refused when the catalog is built; the error names the id', () => {
    open();
    const [first] = product.tools;
    assert.ok(first);
    assert.doesNotThrow(() => createWorld({ extraTools: [first, ofServer(first)] }));
    assert.throws(() => createWorld({ extraTools: [first, first] }), new RegExp(first.id));
    const bare = { ...first, id: first.name, spec: { ...first.spec, name: first.name } };
    assert.throws(() => createWorld({ extraTools: [first, bare] }), new RegExp(first.name));
  });

  const runs: readonly (readonly [string, readonly string[] | undefined, readonly string[]])[] = [
    [
      'a run without a list may use the tools of the policy',
      undefined,
      ['core__read', 'core__write'],
    ],
    ['a run with an empty list may use none', [], []],
    [
      'a run with a list may use those of it that the policy allows',
      ['core__read', 'core__bash'],
      ['core__read'],
    ],
  ];
  for (const [given, allowedToolIds, expected] of runs) {
    it(`INV-23: ${given}`, async () => {
      open({ policy: { allowedTools: new Set(['core__read', 'core__write']) } });
      const context = allowedToolIds === undefined ? {} : { allowedToolIds };
      const catalog = product.pipeline.catalog({ sessionId: 's1', ...context });
      assert.deepEqual(
        catalog.map(({ name }) => name),
        expected,
      );
      const ran: string[] = [];
      for (const { id } of product.tools) {
        const { status } = await product.call(id, sampleCalls[id], { context });
        if (status === 'completed') ran.push(id);
      }
      assert.deepEqual(ran, expected);
    });
  }

  it('INV-24: outcome, events and audit entry take tool, kind and effect from the contract', async () => {
    const effect = 'read_only' as const;
    const own = (tools: readonly BoundTool[]) =>
      tools.map((tool) => ({
        ...tool,
        kind: 'think' as const,
        prepare: (args: unknown) => {
          const prepared = tool.prepare(args);
          return prepared.ok ? succeed({ ...prepared.value, effect }) : prepared;
        },
      }));
    open({ tools: own });
    for (const tool of product.tools) {
      const outcome = await product.call(tool.id, sampleCalls[tool.id]);
      assert.deepEqual(
        [outcome.kind, outcome.effect, outcome.tool],
        ['think', 'read_only', tool.id],
      );
    }
    const starts = product.events.flatMap((event) => (event.type === 'start' ? [event] : []));
    assert.deepEqual(
      starts.map(({ tool, kind }) => [tool, kind]),
      product.tools.map(({ id }) => [id, 'think']),
    );
    assert.deepEqual(
      product.audit().map(({ tool }) => tool),
      product.tools.map(({ id }) => id),
    );
  });
});
