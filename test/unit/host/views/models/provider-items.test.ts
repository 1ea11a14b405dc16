import assert from 'node:assert/strict';
import { failure } from '../../../../../src/core/contracts/failure';
import { providerItems } from '../../../../../src/host/views/models/provider-items';
import { pickerFacts, type Changes } from './picker-facts';

function ways(changes: Changes = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(
    providerItems(pickerFacts(changes))
      .filter(({ group }) => group === 'Get a model')
      .map(({ label, description }) => [label, description]),
  );
}

function choiceOf(label: string, changes: Changes = {}) {
  return providerItems(pickerFacts(changes)).find((item) => item.label === label)?.choice;
}

describe('where models come from', () => {
  it('is one line for each way, with its state', () => {
    assert.deepEqual(ways(), {
      'GitHub Copilot': '1 model',
      Ollama: '1 model at 127.0.0.1:11434',
      Anthropic: '1 model',
      OpenAI: '',
      OpenRouter: '',
      'Another server': '1 model at api.example.com',
    });
  });

  it('shows the way that the one OpenAI-compatible address is for', () => {
    const openrouter = ways({ servers: { openai: { address: 'https://openrouter.ai/api/v1' } } });
    assert.deepEqual([openrouter['OpenRouter'], openrouter['Another server']], ['1 model', '']);
    const openai = ways({ servers: { openai: { address: 'https://api.openai.com/v1/' } } });
    assert.deepEqual([openai['OpenAI'], openai['OpenRouter']], ['1 model', '']);
  });

  it('sets up what has no models, and leads to the models of the others', () => {
    assert.deepEqual(choiceOf('Ollama'), { kind: 'page', page: 'models' });
    assert.deepEqual(choiceOf('OpenRouter'), { kind: 'set-up', way: 'openrouter' });
    const none: Changes = { vscode: { kind: 'here', models: [] } };
    assert.deepEqual(choiceOf('GitHub Copilot', none), { kind: 'set-up', way: 'vscode' });
    assert.equal(ways(none)['GitHub Copilot'], 'no models');
  });

  it('says why a provider has no models', () => {
    const refused = failure('execution', 'refused', { category: 'network_error' });
    const off = { list: { kind: 'off' } } as const;
    const failed = { list: { kind: 'failed', failure: refused } } as const;
    const found = ways({ servers: { ollama: failed, anthropic: off, openai: failed } });
    assert.equal(found['Ollama'], 'not running at 127.0.0.1:11434');
    assert.equal(found['Anthropic'], 'no key');
    assert.equal(found['Another server'], 'failed: refused');
  });

  it('says in a remote window which machine loopback is', () => {
    const detail = (changes: Changes) =>
      providerItems(pickerFacts(changes)).find(({ label }) => label === 'Ollama')?.detail ?? '';
    assert.match(detail({ place: 'over SSH' }), /remote machine: this window runs over SSH/);
    const servers = { ollama: { address: 'https://ollama.example.com' } };
    assert.doesNotMatch(detail({ place: 'over SSH', servers }), /remote/);
  });

  it('never shows a password in an address', () => {
    const servers = { openai: { address: 'https://me:hunter2@api.example.com/v1' } };
    assert.doesNotMatch(JSON.stringify(providerItems(pickerFacts({ servers }))), /hunter2/);
  });
});
