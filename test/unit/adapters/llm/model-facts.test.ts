import assert from 'node:assert/strict';
import { familyOf, modelFactsOf, type KnownModel } from '../../../../src/adapters/llm/model-facts';

function facts(more: Partial<KnownModel>) {
  return modelFactsOf({
    provider: 'openai',
    model: 'm',
    options: {},
    served: undefined,
    refusesTools: false,
    ...more,
  });
}

describe('facts of a model', () => {
  it('prefer the user’s settings', () => {
    const prices = { input: 1, output: 2 };
    const options = {
      contextTokens: 9_000,
      maxOutputTokens: 900,
      tools: 'fenced',
      images: false,
      reasoning: false,
      prices,
    } as const;
    const served = { name: 'm', contextTokens: 1, tools: true, images: true, reasoning: true };
    assert.deepEqual(facts({ options, served, provider: 'ollama' }), {
      id: 'ollama/m',
      label: 'm',
      contextTokens: 9_000,
      contextSource: 'settings',
      tools: 'fenced',
      images: false,
      reasoning: false,
      maxOutputTokens: 900,
      prices,
      lacks: [],
    });
  });

  it('come from the server rather than from the name', () => {
    const served = {
      name: 'm',
      contextTokens: 4_096,
      images: false,
      reasoning: false,
      tools: false,
    };
    const { contextTokens, contextSource, images, reasoning, tools } = facts({
      model: 'gpt-5',
      served,
    });
    assert.deepEqual(
      { contextTokens, contextSource, images, reasoning, tools },
      {
        contextTokens: 4_096,
        contextSource: 'provider',
        images: false,
        reasoning: false,
        tools: 'none',
      },
    );
  });

  it('fall back to the model family', () => {
    const { contextTokens, contextSource, images, reasoning } = facts({ model: 'org/GPT-5-mini' });
    assert.deepEqual(
      [contextTokens, contextSource, images, reasoning],
      [400_000, 'assumed', true, true],
    );
  });

  it('are conservative if nothing is known', () => {
    const assumed = (['openai', 'anthropic', 'ollama'] as const).map((provider) => {
      const { contextTokens, contextSource, tools, images, reasoning } = facts({ provider });
      assert.deepEqual([contextSource, tools, reasoning], ['assumed', 'native', false]);
      return [contextTokens, images];
    });
    assert.deepEqual(assumed, [
      [32_768, false],
      [200_000, true],
      [8_192, false],
    ]);
  });

  it('request no more context from Ollama than memory allows, unless set or remote', () => {
    const served = { name: 'm', contextTokens: 131_072 };
    const contextOf = (more: Partial<KnownModel>) =>
      facts({ provider: 'ollama', served, ...more }).contextTokens;
    assert.equal(contextOf({}), 16_384);
    assert.equal(contextOf({ served: { name: 'm', contextTokens: 2_048 } }), 2_048);
    assert.equal(contextOf({ served: undefined, model: 'llama3.1:8b' }), 16_384);
    assert.equal(contextOf({ options: { contextTokens: 100_000 } }), 100_000);
    assert.equal(contextOf({ served: { ...served, isRemote: true } }), 131_072);
  });

  it('limit the answer for Anthropic only, so that it fits next to the prompt', () => {
    const limitOf = (model: string, more: Partial<KnownModel> = {}) =>
      facts({ provider: 'anthropic', model, ...more }).maxOutputTokens;
    assert.equal(limitOf('claude-3-haiku-20240307'), 4_096);
    assert.equal(limitOf('claude-3-5-sonnet-latest'), 8_192);
    assert.equal(limitOf('claude-sonnet-4-5'), 32_000);
    assert.equal(limitOf('m', { served: { name: 'm', maxOutputTokens: 5_000 } }), 5_000);
    assert.equal(limitOf('m'), undefined);
    assert.equal(limitOf('claude-sonnet-4-5', { options: { maxOutputTokens: 60_000 } }), 60_000);
    assert.equal(limitOf('claude-sonnet-4-5', { provider: 'openai' }), undefined);
  });

  it('disable tools that the server rejected, unless fenced blocks are used', () => {
    assert.equal(facts({ refusesTools: true }).tools, 'none');
    assert.equal(facts({ refusesTools: true, options: { tools: 'native' } }).tools, 'none');
    assert.equal(facts({ refusesTools: true, options: { tools: 'fenced' } }).tools, 'fenced');
  });
});

describe('the family of a model', () => {
  for (const [name, context] of [
    ['claude-opus-4-1-20250805', 200_000],
    ['anthropic.claude-sonnet-4', 200_000],
    ['gpt-4.1-mini', 1_047_576],
    ['gpt-4o-2024-08-06', 128_000],
    ['openai/gpt-oss:20b', 131_072],
    ['o4-mini', 200_000],
    ['meta-llama/Llama-3.1-8B-Instruct', 131_072],
    ['llama3:8b', 8_192],
    ['llama3.2-vision', 131_072],
    ['qwen2.5-coder:7b', 32_768],
    ['qwen3:8b', 40_960],
    ['Qwen3-Coder-30B', 262_144],
    ['gemma3:27b', 131_072],
    ['deepseek-r1:14b', 65_536],
    ['mistral-nemo', 131_072],
    ['codestral', 32_768],
  ] as const) {
    it(`${name} reads ${String(context)} tokens`, () => {
      assert.equal(familyOf(name)?.contextTokens, context);
    });
  }

  it('is unknown for other names', () => {
    for (const name of ['', 'm', 'scripted', 'my-gpt-4', 'o1x', '/']) {
      assert.equal(familyOf(name), undefined, name);
    }
  });
});
