import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  readAnthropicModel,
  readModelList,
  readOllamaModel,
} from '../../../../src/adapters/llm/served-models';

function only(entry: unknown) {
  return readModelList('openai', { object: 'list', data: [entry] })?.[0];
}

describe('models reported by a server', () => {
  it('are limited in number and name length', () => {
    const entry = { id: 'm' };
    const data = Array.from({ length: 1_000_000 }, () => entry);
    assert.equal(readModelList('openai', { data })?.length, 5_000);
    const long = { id: 'x'.repeat(281), model: 'x'.repeat(281) };
    assert.deepEqual(readModelList('openai', [long, entry]), [{ name: 'm' }]);
    assert.deepEqual(readModelList('ollama', { models: [long] }), []);
  });

  for (const [server, entry, expected] of [
    ['the standard', { id: 'm', object: 'model' }, { name: 'm' }],
    [
      'OpenRouter',
      {
        id: 'a/m',
        context_length: 131_072,
        architecture: { input_modalities: ['text', 'image'] },
        supported_parameters: ['temperature', 'tools', 'reasoning'],
      },
      { name: 'a/m', contextTokens: 131_072, tools: true, images: true, reasoning: true },
    ],
    [
      'OpenRouter, of a model that can little',
      {
        id: 'a/m',
        context_length: 4_096,
        architecture: { input_modalities: ['text'] },
        supported_parameters: ['temperature'],
      },
      { name: 'a/m', contextTokens: 4_096, tools: false, images: false, reasoning: false },
    ],
    ['vLLM', { id: 'm', max_model_len: 8_192 }, { name: 'm', contextTokens: 8_192 }],
    [
      'llama.cpp',
      { id: 'm.gguf', meta: { n_ctx_train: 131_072 }, capabilities: ['completion', 'multimodal'] },
      { name: 'm.gguf', contextTokens: 131_072, images: true },
    ],
    [
      'llama.cpp, that says what it was started with',
      { id: 'm', meta: { n_ctx: 16_384, n_ctx_train: 131_072 } },
      { name: 'm', contextTokens: 16_384 },
    ],
    [
      'Mistral',
      {
        id: 'm',
        max_context_length: 32_768,
        capabilities: { function_calling: true, vision: false },
      },
      { name: 'm', contextTokens: 32_768, tools: true, images: false },
    ],
    ['nonsense', { id: 'm', context_length: -1, max_model_len: '8k', meta: 3 }, { name: 'm' }],
  ] as const) {
    it(`are read: ${server}`, () => {
      assert.deepEqual(only(entry), expected);
    });
  }

  it('are read from a bare list, without entries that are not models', () => {
    const list = [{ id: 'm' }, { id: '' }, {}, null, 'x', { name: 'n' }];
    assert.deepEqual(readModelList('openai', list), [{ name: 'm' }, { name: 'n' }]);
  });

  it('are undefined without a list', () => {
    for (const body of [{}, { data: {} }, 'x', null, { error: 'no' }]) {
      assert.equal(readModelList('openai', body), undefined);
    }
  });

  it('are read: Anthropic, old and new', () => {
    const old = { type: 'model', id: 'claude-x', display_name: 'Claude X' };
    assert.deepEqual(readAnthropicModel(old), { name: 'claude-x', detail: 'Claude X' });
    const newer = {
      ...old,
      max_input_tokens: 1_000_000,
      max_tokens: 64_000,
      capabilities: { image_input: { supported: true }, thinking: { supported: false } },
    };
    assert.deepEqual(readAnthropicModel(newer), {
      name: 'claude-x',
      detail: 'Claude X',
      contextTokens: 1_000_000,
      maxOutputTokens: 64_000,
      images: true,
      reasoning: false,
    });
    assert.equal(readAnthropicModel(undefined), undefined);
  });

  it('are read: the list of Ollama', () => {
    const details = { parameter_size: '7.6B', quantization_level: 'Q4_K_M' };
    const models = [{ name: 'qwen:7b', model: 'qwen:7b', details }, { name: 'bare' }];
    assert.deepEqual(readModelList('ollama', { models }), [
      { name: 'qwen:7b', detail: '7.6B · Q4_K_M' },
      { name: 'bare' },
    ]);
  });

  it('are read: the details of Ollama, including older versions', () => {
    const info = { 'general.architecture': 'qwen2', 'qwen2.context_length': 32_768 };
    const capabilities = ['completion', 'tools', 'thinking'];
    assert.deepEqual(readOllamaModel('m', { model_info: info, capabilities }), {
      name: 'm',
      contextTokens: 32_768,
      tools: true,
      images: false,
      reasoning: true,
    });
    assert.deepEqual(readOllamaModel('m', { model_info: info }), {
      name: 'm',
      contextTokens: 32_768,
    });
    assert.deepEqual(readOllamaModel('m', { remote_host: 'https://ollama.com' }), {
      name: 'm',
      isRemote: true,
    });
    assert.equal(readOllamaModel('m', undefined), undefined);
  });

  it('never throw, whatever the server sends', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        for (const provider of ['openai', 'anthropic', 'ollama'] as const) {
          readModelList(provider, body);
          readModelList(provider, [body]);
          readModelList(provider, { data: [body], models: [body] });
        }
        readOllamaModel('m', body);
        readAnthropicModel(body);
      }),
    );
  });
});
