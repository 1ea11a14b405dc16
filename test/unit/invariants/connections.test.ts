import assert from 'node:assert/strict';
import type { AuthCapability } from '../../../src/core/contracts/capabilities';
import type { ToolContext } from '../../../src/core/contracts/tools/define-tool';
import { connectedTool, createFakeConnections, undeclaredTool } from './connected-tool';
import { createProduct, type CallMore, type Product, type ProductOptions } from './product';

const marker = 'zq7-opaque-marker-of-this-test';
/** By hand: nothing sets connections yet. */
const asked: CallMore = { connectionId: 'c1', context: { connectionIds: ['c1', 'c2'] } };

describe('connections of a call', () => {
  let product: Product;

  function open(options: ProductOptions): Product {
    product = createProduct(options);
    return product;
  }

  /** Everything written and reported: files of the storage folder, events, reports. */
  function traces(): string {
    const { store, events, reported, asked: questions } = product;
    const files = store.names().map((name) => store.read(name).toString('latin1'));
    return JSON.stringify([files, events, reported, questions]);
  }

  afterEach(() => product.dispose());

  it('INV-26: the secret appears only in the outgoing request; the tool does not even get the id', async () => {
    const sent: Readonly<Record<string, string>>[] = [];
    let seen: ToolContext | undefined;
    const tool = connectedTool(async (auth, context) => {
      seen = context;
      sent.push(await auth.getAuthHeaders());
      context.progress({ append: 'asked\n' });
      return 'fine';
    });
    const connections = createFakeConnections(['c1'], { c1: marker });
    open({ extraTools: [tool], connections: connections.parts });
    const outcome = await product.call('core__ask_server', {}, asked);
    assert.equal(outcome.status, 'completed');
    assert.deepEqual(sent, [{ authorization: `Bearer ${marker}` }]);
    assert.equal(JSON.stringify(outcome).includes(marker), false);
    assert.equal(traces().includes(marker), false);
    assert.equal(JSON.stringify(seen).includes(marker), false);
    assert.equal(JSON.stringify(seen).includes('c1'), false, 'the tool gets no id');
  });

  it('INV-26: a secret that cannot be opened fails the call and appears nowhere', async () => {
    const tool = connectedTool((auth) => auth.getAccessToken());
    const connections = createFakeConnections(['c1'], { c2: marker });
    open({ extraTools: [tool], connections: connections.parts });
    const outcome = await product.call('core__ask_server', {}, asked);
    assert.equal(outcome.status, 'failed');
    assert.equal((JSON.stringify(outcome) + traces()).includes(marker), false);
  });

  it('INV-26: a secret of a known form is redacted even if a tool returns it', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const tool = connectedTool((auth) => auth.getAccessToken());
    const connections = createFakeConnections(['c1'], { c1: token });
    open({ extraTools: [tool], connections: connections.parts });
    const outcome = await product.call('core__ask_server', {}, asked);
    assert.match(outcome.text, /\[REDACTED:github-token\]/);
    assert.equal((JSON.stringify(outcome) + traces()).includes(token), false);
  });

  const nameless: Readonly<Record<string, CallMore>> = {
    'has no connection id': { context: asked.context ?? {} },
    'has an empty connection id': { ...asked, connectionId: '' },
  };
  for (const [what, more] of Object.entries(nameless)) {
    it(`INV-26a: a call that ${what} fails as validation if its tool needs one`, async () => {
      const tool = connectedTool(() => Promise.resolve('ran'));
      const connections = createFakeConnections(['c1'], { c1: marker });
      open({ extraTools: [tool], connections: connections.parts });
      const outcome = await product.call('core__ask_server', {}, more);
      assert.equal(outcome.failure?.errorCode, 'validation');
      assert.deepEqual(connections.opened, []);
    });
  }

  it('INV-26a: an argument that names a connection is refused and opens none', async () => {
    const tool = connectedTool(() => Promise.resolve('ran'));
    const connections = createFakeConnections(['c1'], { c1: marker });
    open({ extraTools: [tool], connections: connections.parts });
    const args = { connectionId: 'c1' };
    const none = await product.call('core__ask_server', args, { context: asked.context ?? {} });
    const named = await product.call('core__ask_server', args, asked);
    assert.deepEqual(
      [none.failure?.errorCode, named.failure?.errorCode],
      ['validation', 'validation'],
    );
    assert.deepEqual(connections.opened, []);
  });

  it('INV-29: a tool that does not declare credentials gets none', async () => {
    const handed: (readonly [object, ToolContext])[] = [];
    const tool = undeclaredTool((caps, context) => handed.push([caps, context]));
    const connections = createFakeConnections(['c1'], { c1: marker });
    open({ extraTools: [tool], connections: connections.parts });
    const outcome = await product.call('core__ask_server', {}, asked);
    assert.equal(outcome.status, 'completed');
    assert.deepEqual(
      handed.map(([caps, context]) => [Object.keys(caps), 'auth' in context]),
      [[['place'], false]],
    );
    assert.deepEqual(connections.opened, []);
  });

  it('INV-29: capabilities are frozen, so that no tool changes those of another', async () => {
    let frozen = false;
    const tool = undeclaredTool((caps) => (frozen = Object.isFrozen(caps)));
    open({ extraTools: [tool], connections: createFakeConnections(['c1'], {}).parts });
    await product.call('core__ask_server', {}, asked);
    assert.equal(frozen, true);
  });

  it('INV-29a: credentials are made for each call and take no connection id', async () => {
    const kept: AuthCapability[] = [];
    const tool = connectedTool((auth) => {
      kept.push(auth);
      return auth.getAccessToken();
    });
    const connections = createFakeConnections(['c1', 'c2'], { c1: 'first', c2: 'second' });
    open({ extraTools: [tool], connections: connections.parts });
    const first = await product.call('core__ask_server', {}, asked);
    const second = await product.call('core__ask_server', {}, { ...asked, connectionId: 'c2' });
    assert.deepEqual([first.text, second.text], ['first', 'second']);
    assert.equal(new Set(kept).size, 2);
    for (const auth of kept) {
      assert.deepEqual([auth.getAccessToken.length, auth.getAuthHeaders.length], [0, 0]);
      assert.equal(Object.isFrozen(auth), true);
    }
  });

  const endings: Readonly<Record<string, (auth: AuthCapability) => Promise<string>>> = {
    returned: () => Promise.resolve('ok'),
    'read the secret': (auth) => auth.getAccessToken(),
    thrown: () => Promise.reject(new Error('boom')),
  };
  for (const [how, use] of Object.entries(endings)) {
    it(`INV-29a: credentials are dead after a call whose tool has ${how}`, async () => {
      const kept: AuthCapability[] = [];
      const tool = connectedTool((auth) => {
        kept.push(auth);
        return use(auth);
      });
      const connections = createFakeConnections(['c1'], { c1: marker });
      open({ extraTools: [tool], connections: connections.parts });
      await product.call('core__ask_server', {}, asked);
      const [auth] = kept;
      const before = connections.opened.length;
      assert.ok(auth);
      await assert.rejects(auth.getAccessToken(), /has ended/);
      await assert.rejects(auth.getAuthHeaders(), /has ended/);
      assert.equal(connections.opened.length, before);
    });
  }

  it('INV-29a: a secret that arrives after the end of its call does not reach the tool', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((settle) => (arrive = settle));
    const late: Promise<string>[] = [];
    const tool = connectedTool((auth) => {
      late.push(auth.getAccessToken());
      return Promise.resolve('ok');
    });
    const { parts } = createFakeConnections(['c1'], { c1: marker });
    const { grants, broker } = parts;
    const slow: typeof broker = {
      open: async (id, signal) => {
        await arrived;
        return broker.open(id, signal);
      },
    };
    open({ extraTools: [tool], connections: { grants, broker: slow } });
    await product.call('core__ask_server', {}, asked);
    arrive();
    assert.equal(late.length, 1);
    await assert.rejects(Promise.all(late), /has ended/);
  });

  const cases = [
    { granted: ['c1'], asks: ['c1'], names: 'c1', runs: true },
    { granted: ['c1'], asks: [], names: 'c1', runs: false },
    { granted: [], asks: ['c1'], names: 'c1', runs: false },
    { granted: ['c2'], asks: ['c1'], names: 'c1', runs: false },
    { granted: ['c1'], asks: ['c2'], names: 'c1', runs: false },
    { granted: ['c1', 'c2'], asks: ['c1', 'c2'], names: 'c3', runs: false },
    { granted: ['c1', 'c2'], asks: ['c2'], names: 'c2', runs: true },
  ] as const;
  for (const { granted, asks, names, runs } of cases) {
    it(`INV-30: with [${granted.join()}] granted and [${asks.join()}] asked for, ${names} is ${runs ? 'used' : 'denied unread'}`, async () => {
      const tool = connectedTool((auth) => auth.getAccessToken());
      const connections = createFakeConnections(granted, { c1: 't1', c2: 't2', c3: 't3' });
      open({ extraTools: [tool], connections: connections.parts });
      const context = { connectionIds: [...asks] };
      const outcome = await product.call('core__ask_server', {}, { connectionId: names, context });
      assert.equal(outcome.failure?.errorCode, runs ? undefined : 'policy_denied');
      assert.deepEqual(connections.opened, runs ? [names] : []);
    });
  }

  it('INV-30: an unknown connection gets the same answer as one that was not granted', async () => {
    const tool = connectedTool(() => Promise.resolve('ran'));
    open({ extraTools: [tool], connections: createFakeConnections(['c1'], {}).parts });
    const context = { connectionIds: ['c1', 'c2', 'c9'] };
    const foreign = await product.call('core__ask_server', {}, { connectionId: 'c2', context });
    const unknown = await product.call('core__ask_server', {}, { connectionId: 'c9', context });
    assert.equal(foreign.text, unknown.text);
  });
});
