import assert from 'node:assert/strict';
import { inEnglish } from '../../../src/core/base/sentence';
import type { PermissionRule } from '../../../src/core/contracts/calls/decision';
import { permissionLevels } from '../../../src/core/contracts/permission-level';
import { pageTool } from '../fakes/web-tools';
import { createProduct, openRules, type Product, type ProductOptions } from './product';

const page = 'https://x.example/docs';
const away = 'https://x.example/collect?d=c2VjcmV0';
const git: PermissionRule = {
  tool: 'core__bash',
  pattern: 'git push *',
  action: 'allow',
  source: 'user',
};

describe('decision egress-gate: from the entry of the pipeline', () => {
  let product: Product;

  function open(options: ProductOptions = {}): Product {
    product = createProduct({ extraTools: [pageTool()], ...options });
    product.workspace.put('ws/keys.txt', 'one\n');
    return product;
  }

  afterEach(() => product.dispose());

  const readFile = (sessionId = 's1') =>
    product.call(
      'core__read',
      { path: `${product.workspace.root}/keys.txt` },
      { context: { sessionId } },
    );
  const fetchPage = (url: string, sessionId = 's1') =>
    product.call('core__page', { url }, { context: { sessionId } });

  /** Reads a file and a page, which asks for nothing yet. */
  async function readBoth(): Promise<void> {
    for (const outcome of [await readFile(), await fetchPage(page)]) {
      assert.equal(outcome.status, 'completed', outcome.text);
    }
    assert.deepEqual(product.asked, []);
  }

  it('a file and a page are read without a question, and then an allowed call asks', async () => {
    open();
    await readBoth();
    const outcome = await fetchPage(away);
    assert.equal(outcome.status, 'failed');
    assert.equal(product.asked.length, 1);
    const [{ details } = assert.fail('it asks')] = product.asked;
    assert.match(details.reasons.map(inEnglish).join(), /keys\.txt and the page .*, which could/);
    assert.equal(details.isRoutine, false);
    assert.equal(details.isRisky, true);
  });

  it('"Always allow" is not offered for it, and the card says why', async () => {
    open();
    await readBoth();
    await fetchPage(away);
    const [{ details } = assert.fail('it asks')] = product.asked;
    assert.deepEqual(details.alwaysOffers, []);
    assert.deepEqual(
      details.alwaysLeft.map(({ code }) => code),
      ['evenAfterUntrusted'],
    );
  });

  it('a command that talks to another machine asks too, and others do not', async () => {
    open({ policy: { permissions: [git, ...openRules] } });
    await readBoth();
    await product.call('core__bash', { command: 'echo one' });
    assert.deepEqual(product.asked, []);
    await product.call('core__bash', { command: 'git push origin main' });
    assert.equal(product.asked.length, 1);
  });

  for (const permissionLevel of permissionLevels) {
    it(`no permission level skips it: ${permissionLevel}`, async () => {
      open({ policy: { permissionLevel }, answer: () => ({ answer: 'allow' }) });
      await readFile();
      await fetchPage(page);
      const before = product.asked.length;
      await fetchPage(away);
      assert.equal(product.asked.length, before + 1);
    });
  }

  it('the user may allow it, and is asked again for the next call', async () => {
    open({ answer: () => ({ answer: 'allow' }) });
    await readBoth();
    assert.equal((await fetchPage(away)).status, 'completed');
    assert.equal((await fetchPage(away)).status, 'completed');
    assert.equal(product.asked.length, 2);
  });

  it('not after /clear', async () => {
    open();
    await readBoth();
    product.pipeline.reset('s1');
    assert.equal((await fetchPage(away)).status, 'completed');
    assert.deepEqual(product.asked, []);
  });

  it('also in a fork, and after a reload of what was stored', async () => {
    open();
    await readBoth();
    const stored: unknown = JSON.parse(JSON.stringify(product.pipeline.snapshot('s1')));
    assert.equal(product.pipeline.restore('fork', stored, 's1').ok, true);
    await fetchPage(away, 'fork');
    assert.equal(product.asked.length, 1);
    const reopened = product.makePipeline({});
    assert.equal(reopened.restore('s1', stored).ok, true);
    assert.deepEqual(reopened.snapshot('s1').read, product.pipeline.snapshot('s1').read);
  });

  it('not in another chat', async () => {
    open();
    await readBoth();
    assert.equal((await fetchPage(away, 's2')).status, 'completed');
    assert.deepEqual(product.asked, []);
  });

  it('not if a rule of the user says evenAfterUntrusted', async () => {
    const rule = { tool: 'core__page', pattern: '*', action: 'allow', source: 'user' } as const;
    open({ policy: { permissions: [{ ...rule, evenAfterUntrusted: true }, ...openRules] } });
    await readBoth();
    assert.equal((await fetchPage(away)).status, 'completed');
    assert.deepEqual(product.asked, []);
  });

  it('a call that was allowed ahead of the page asks with the next call', async () => {
    open();
    await readFile();
    await Promise.all([fetchPage(page), fetchPage(away)]);
    assert.deepEqual(product.asked, [], 'neither had read the other');
    await fetchPage(away);
    assert.equal(product.asked.length, 1);
  });
});
