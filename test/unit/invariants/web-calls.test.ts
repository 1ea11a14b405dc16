import assert from 'node:assert/strict';
import { failure } from '../../../src/core/contracts/failure';
import { readFencedCalls } from '../../../src/core/wire/fenced/fenced-calls';
import { answersStatus, createFakeWeb, openAddresses } from '../fakes/web';
import { createProduct, type Product, type ProductOptions } from './product';

const url = 'https://example.com/';

describe('calls of web tools', () => {
  let product: Product;

  function open(options: ProductOptions = {}): Product {
    product = createProduct(options);
    return product;
  }

  afterEach(() => product.dispose());

  it('003-audit-1: the entry has address, addresses dialled, status, bytes and redirects', async () => {
    await open().call('fetch', { url });
    const [entry] = product.audit();
    assert.deepEqual(entry?.web, {
      ...{ url, status: 200, bytes: 3 },
      ...{ addresses: ['93.184.215.14'], redirects: [] },
    });
    assert.equal(entry.claim_source, 'web_scrape');
    assert.equal(entry.refused_by, undefined);
  });

  it('a failed request has them too', async () => {
    const outcome = await open({ web: createFakeWeb(answersStatus(404)) }).call('fetch', { url });
    assert.equal(outcome.status, 'failed');
    assert.equal(product.audit()[0]?.web?.status, 404);
    assert.equal(outcome.presentation.web?.status, 404);
    assert.doesNotMatch(outcome.text, /untrusted_content/);
  });

  it('decision address-rules: a refused address is policy_blocked although a rule allows it, and asks no one', async () => {
    const web = createFakeWeb();
    const refused = failure('policy_denied', 'The address is local.');
    const webAddresses = {
      ...openAddresses,
      refusal: () => ({ layer: 'url', failure: refused }) as const,
    };
    const outcome = await open({ web, webAddresses }).call('fetch', { url: 'https://localhost/' });
    assert.equal(outcome.failure?.category, 'policy_blocked');
    assert.equal(product.audit()[0]?.refused_by, 'url');
    assert.deepEqual([web.asked, product.asked], [[], []]);
  });

  it('a refusal on the way names its check in the entry', async () => {
    const refused = failure('policy_denied', 'It leads to a private address.');
    const web = createFakeWeb((asked) => ({
      ...{ ok: false, failure: refused },
      visit: { url: asked, addresses: [], redirects: [], refusedBy: 'lookup' },
    }));
    const outcome = await open({ web }).call('web_scrape', { url, select: 'h1' });
    assert.equal(outcome.failure?.category, 'policy_blocked');
    assert.equal(product.audit()[0]?.refused_by, 'lookup');
  });

  it('decision 64: behind a proxy every call asks and says so, whatever a rule allows', async () => {
    const webAddresses = { ...openAddresses, isProxied: () => true };
    await open({ webAddresses }).call('fetch', { url });
    assert.equal(product.asked.length, 1);
    assert.match(JSON.stringify(product.asked), /a proxy carries the request/);
  });

  it('decision 74: a fenced scrape block reaches web_scrape', async () => {
    const text = ['```scrape x7k2p9', JSON.stringify({ url, select: 'h1' }), '```'].join('\n');
    const names = new Set(open().tools.map(({ id }) => id));
    const [call] = readFencedCalls(text, { names, word: 'x7k2p9' });
    assert.ok(call !== undefined);
    const outcome = await product.call(call.name, call.argsText);
    assert.equal(outcome.tool, 'core__web_scrape');
    assert.equal(outcome.status, 'completed');
    assert.match(outcome.text, /\[1\] one\n<\/untrusted_content>/);
  });

  it('decision 18: they are never autonomous', async () => {
    const autonomous = { phase: 'autonomous', origin: 'host' } as const;
    const outcome = await open({ policy: { permissions: [] } }).call('fetch', { url }, autonomous);
    assert.notEqual(outcome.status, 'completed');
    assert.equal(outcome.decision.approvedBy, 'none');
  });
});
