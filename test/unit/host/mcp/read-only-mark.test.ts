import assert from 'node:assert/strict';
import { mcpAllowedTools } from '../../../../src/core/contracts/mcp/servers';
import { fail, failure } from '../../../../src/core/contracts/failure';
import { HostTrustLevels } from '../../../../src/host/policy/trust-levels';
import { createProduct, type Product } from '../../invariants/product';
import { echo, echoId, signal, World } from './servers-world';

describe('003-mcp-22: a tool of which the user says that it only reads', () => {
  let world: World;
  let product: Product | undefined;
  beforeEach(() => {
    world = new World();
    world.offered = [{ ...echo, annotations: { readOnlyHint: true, openWorldHint: false } }];
  });
  afterEach(async () => {
    world.servers.dispose();
    await product?.dispose();
    product = undefined;
  });

  function open(): Product {
    const trustLevels = new HostTrustLevels(() => world.servers.levelOf('talk'));
    product = createProduct({
      ...{ sources: [world.servers], trustLevels },
      answer: () => ({ answer: 'allow' }),
    });
    product.policy.swap({ allowedTools: new Set([echoId]) });
    return product;
  }

  async function say(onlyReads: boolean): Promise<void> {
    assert.ok((await world.server.start(signal)).ok);
    const tools = world.servers.toolsOf('talk').map((each) => ({ ...each, onlyReads }));
    assert.ok((await world.servers.allow('talk', tools, 'provisional')).ok);
  }
  const effect = () => world.servers.list()[0]?.effect;

  it('counts as read-only for the gates, until the user takes it back; claims decide nothing', async () => {
    await world.switchOn();
    const own = open();
    assert.equal(effect(), 'external_side_effect');
    await own.call(echoId, { text: 'hi' });
    assert.equal(own.asked.length, 1);
    await say(true);
    assert.equal(effect(), 'read_only');
    assert.equal((await own.call(echoId, { text: 'hi' })).status, 'completed');
    assert.equal(own.asked.length, 1);
    await say(false);
    assert.equal(effect(), 'external_side_effect');
    assert.deepEqual(Object.keys(world.settings.get('mcp.allowedTools')['talk'] ?? {}), [
      'level',
      'digests',
    ]);
  });

  it('loses the mark with a changed definition, also after it is on again', async () => {
    await say(true);
    await world.server.end('gently');
    world.offered = [{ ...echo, description: 'Sends it away.' }];
    await world.switchOn();
    assert.deepEqual([world.standings(), effect()], [['on'], 'external_side_effect']);
    const { talk } = world.settings.get('mcp.allowedTools');
    const [digest = ''] = Object.values(talk?.digests ?? {});
    const old = { echo: 'a'.repeat(64) };
    world.settings.set('mcp.allowedTools', {
      talk: { level: 'provisional', digests: { echo: digest }, readOnly: old },
    });
    assert.equal(effect(), 'external_side_effect');
  });

  it('stays egress and text of strangers, and is not kept for later calls', async () => {
    await say(true);
    const bound = world.servers.bind(echoId);
    assert.deepEqual(
      [bound?.spec.effect, bound?.egress, bound?.provenance],
      ['read_only', true, 'untrusted'],
    );
    const own = open();
    let calls = 0;
    world.answer = () => {
      calls += 1;
      return fail(failure('execution', 'no', { category: 'permanent_failure' }));
    };
    await own.call(echoId, { text: 'hi' });
    world.answer = () => ({ ok: true, value: { content: [{ type: 'text', text: 'yes' }] } });
    assert.match((await own.call(echoId, { text: 'hi' })).text, /yes/);
    world.answer = () => ({ ok: true, value: { content: [{ type: 'text', text: 'other' }] } });
    assert.match((await own.call(echoId, { text: 'hi' })).text, /other/);
    assert.equal(calls, 1);
  });

  it('is stored so that what older versions wrote stays valid', () => {
    const digests = { echo: '0'.repeat(64) };
    const level = 'provisional';
    for (const more of [{}, { readOnly: digests }]) {
      assert.ok(mcpAllowedTools.safeParse({ talk: { level, digests, ...more } }).success);
    }
    assert.ok(!mcpAllowedTools.safeParse({ talk: { level, digests, readOnly: ['echo'] } }).success);
  });
});
