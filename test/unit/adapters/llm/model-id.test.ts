import assert from 'node:assert/strict';
import {
  parseModelId,
  serverModelId,
  vscodeModelId,
  type ModelId,
} from '../../../../src/adapters/llm/model-id';
import { describeModel } from '../../../../src/host/models/chosen-model';

describe('model ids', () => {
  const cases: readonly (readonly [string, ModelId, string])[] = [
    ['', { kind: 'none' }, ''],
    ['  ', { kind: 'none' }, ''],
    ['replay', { kind: 'replay' }, 'Recorded replies'],
    ['openai/gpt', { kind: 'server', provider: 'openai', model: 'gpt' }, 'gpt'],
    [' anthropic/opus ', { kind: 'server', provider: 'anthropic', model: 'opus' }, 'opus'],
    ['ollama/qwen3:8b', { kind: 'server', provider: 'ollama', model: 'qwen3:8b' }, 'qwen3:8b'],
    ['vscode/copilot/gpt', { kind: 'vscode', vendor: 'copilot', model: 'gpt' }, 'gpt'],
    ['vscode/a/b/c', { kind: 'vscode', vendor: 'a', model: 'b/c' }, 'b/c'],
    ['openai/', { kind: 'unknown', id: 'openai/' }, 'openai/ (unknown)'],
    ['vscode/copilot', { kind: 'unknown', id: 'vscode/copilot' }, 'vscode/copilot (unknown)'],
    ['vscode//gpt', { kind: 'unknown', id: 'vscode//gpt' }, 'vscode//gpt (unknown)'],
    ['other', { kind: 'unknown', id: 'other' }, 'other (unknown)'],
    ['__proto__/x', { kind: 'unknown', id: '__proto__/x' }, '__proto__/x (unknown)'],
  ];
  for (const [id, parsed, label] of cases) {
    it(`reads ${JSON.stringify(id)} and labels it for the panel`, () => {
      assert.deepEqual(parseModelId(id), parsed);
      const replay = parsed.kind === 'replay';
      assert.deepEqual(describeModel(id), { id: id.trim(), label, replay });
    });
  }

  it('keep slashes in the name of a model', () => {
    const id = serverModelId('openai', 'meta/llama-3');
    assert.deepEqual(parseModelId(id), {
      kind: 'server',
      provider: 'openai',
      model: 'meta/llama-3',
    });
    assert.deepEqual(parseModelId(vscodeModelId('v', 'meta/llama')), {
      kind: 'vscode',
      vendor: 'v',
      model: 'meta/llama',
    });
  });
});
