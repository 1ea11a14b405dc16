import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { modelFactsOf } from '../../../../src/adapters/llm/model-facts';
import {
  createFindPublished,
  publishedData,
  publishedSource,
} from '../../../../src/adapters/llm/published-facts';

const find = createFindPublished();
const openai = 'https://api.openai.com/v1';

describe('published facts of models', () => {
  it('name the version of the package that is installed', () => {
    const manifest = readFileSync('node_modules/@pydantic/genai-prices/package.json', 'utf8');
    assert.ok(manifest.includes(`"version": "${publishedData.version}"`));
  });

  it('are found by the address of the server and the name of the model', async () => {
    const gpt = await find(openai, 'gpt-4.1');
    assert.equal(gpt?.contextTokens, 1_000_000);
    assert.deepEqual(gpt.prices, { input: 2, output: 8, cacheRead: 0.5 });
    const routed = await find('https://openrouter.ai/api/v1', 'anthropic/claude-sonnet-4');
    assert.equal(routed?.prices?.input, 3);
  });

  it('have the base price where prices have tiers', async () => {
    const claude = await find('https://api.anthropic.com', 'claude-sonnet-4-5');
    assert.deepEqual(claude?.prices, { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 });
  });

  it('are unknown for an unknown model or server, and without the package', async () => {
    assert.equal(await find(openai, 'a-model-of-mine'), undefined);
    assert.equal(await find('http://127.0.0.1:8080/v1', 'gpt-4.1'), undefined);
    const missing = createFindPublished(() => Promise.reject(new Error('gone')));
    assert.equal(await missing(openai, 'gpt-4.1'), undefined);
  });

  it('give a model its price and its context, with their source', async () => {
    const known = {
      provider: 'openai',
      model: 'gpt-4.1',
      served: undefined,
      refusesTools: false,
      published: await find(openai, 'gpt-4.1'),
    } as const;
    const facts = modelFactsOf({ ...known, options: {} });
    assert.deepEqual(
      [facts.prices?.input, facts.priceSource, facts.contextTokens, facts.contextSource],
      [2, publishedSource, 1_000_000, 'published'],
    );
    const prices = { input: 1, output: 1 };
    const own = modelFactsOf({ ...known, options: { prices, contextTokens: 5000 } });
    assert.deepEqual(
      [own.prices, own.priceSource, own.contextTokens, own.contextSource],
      [prices, undefined, 5000, 'settings'],
    );
  });
});
