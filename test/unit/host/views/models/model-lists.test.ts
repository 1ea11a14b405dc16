import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { createPatterns } from '../../../../../src/adapters/system/patterns';
import { failure, fail, succeed, type Result } from '../../../../../src/core/contracts/failure';
import type { HttpProvider } from '../../../../../src/core/contracts/models';
import type { ListedModel } from '../../../../../src/core/ports/llm';
import { createApiKeys } from '../../../../../src/host/secrets/api-keys';
import { readSettings } from '../../../../../src/host/settings/read-settings';
import type { ModelDeps } from '../../../../../src/host/views/models/model-deps';
import { ModelSource } from '../../../../../src/host/views/models/model-lists';
import { createFakeClock } from '../../../fakes/clock';
import { createFakeSecrets } from '../../../fakes/secrets';
import { createFakeSettings } from '../../../fakes/settings';
import { createFakeVscodeChat } from '../../../fakes/vscode-chat';

type Answer = Result<readonly ListedModel[]>;

function world(start: Parameters<typeof createFakeSettings>[0] = {}) {
  const settings = createFakeSettings({ 'openai.baseUrl': 'http://127.0.0.1:1/v1', ...start });
  const apiKeys = createApiKeys(createFakeSecrets());
  const asked: { readonly provider: HttpProvider; answer(answer: Answer): Promise<void> }[] = [];
  const closing = new AbortController();
  const changes = { count: 0 };
  const deps: ModelDeps = {
    settings: { ...settings, write: () => Promise.reject(new Error('not here')) },
    apiKeys,
    clock: createFakeClock(),
    remoteName: undefined,
    lists: {
      list: (provider) =>
        new Promise((resolve) => {
          const answer = async (given: Answer) => {
            resolve(given);
            await Promise.resolve();
            await Promise.resolve();
          };
          asked.push({ provider, answer });
        }),
      test: () => Promise.resolve(fail(failure('execution', 'not asked'))),
    },
  };
  const source = new ModelSource(deps, {
    selectVscode: () => Promise.resolve([createFakeVscodeChat([])]),
    onChange: () => {
      changes.count += 1;
    },
    signal: closing.signal,
  });
  return { source, asked, closing, apiKeys, settings, changes };
}

function kinds({ source }: ReturnType<typeof world>) {
  const { servers, vscode } = source.facts();
  const { openai, anthropic, ollama } = servers;
  return [vscode, openai.list, anthropic.list, ollama.list].map(({ kind }) => kind);
}

describe('the lists behind a model picker', () => {
  it('are asked for all at once, and shown as they come', async () => {
    const here = world();
    await here.source.loadAll();
    // The list of VS Code itself.
    await setImmediate();
    assert.deepEqual(
      here.asked.map(({ provider }) => provider),
      ['openai', 'ollama'],
    );
    assert.equal(here.source.isBusy(), true);
    const before = here.changes.count;
    await here.asked[1]?.answer(succeed([{ name: 'late' }]));
    assert.deepEqual(kinds(here).slice(1), ['asking', 'off', 'here']);
    assert.equal(here.changes.count, before + 1);
    await here.asked[0]?.answer(fail(failure('execution', 'broken')));
    assert.deepEqual(kinds(here).slice(1), ['failed', 'off', 'here']);
  });

  it('ask Anthropic once a key is stored, and its gateways without one', async () => {
    const keyed = world();
    await keyed.apiKeys.store('anthropic', 'https://api.anthropic.com', 'sk');
    await keyed.source.load('anthropic');
    assert.deepEqual(
      keyed.asked.map(({ provider }) => provider),
      ['anthropic'],
    );
    const gateway = world({ 'anthropic.baseUrl': 'http://127.0.0.1:4000' });
    await gateway.source.load('anthropic');
    assert.deepEqual(
      gateway.asked.map(({ provider }) => provider),
      ['anthropic'],
    );
  });

  it('send no request without an address', async () => {
    const here = world({ 'openai.baseUrl': '', 'ollama.baseUrl': '' });
    await here.source.loadAll();
    assert.deepEqual(here.asked, []);
    assert.deepEqual(kinds(here).slice(1), ['off', 'off', 'off']);
  });

  it('are asked for again on wish, and the later answer counts', async () => {
    const here = world();
    await here.source.load('openai');
    await here.source.load('openai');
    await here.asked[1]?.answer(succeed([{ name: 'new' }]));
    await here.asked[0]?.answer(succeed([{ name: 'old' }]));
    const { list } = here.source.facts().servers.openai;
    assert.deepEqual(list, { kind: 'here', models: [{ name: 'new' }] });
  });

  it('change nothing once the picker is closed', async () => {
    const here = world();
    await here.source.load('openai');
    const before = here.changes.count;
    here.closing.abort();
    await here.asked[0]?.answer(succeed([{ name: 'late' }]));
    assert.equal(here.changes.count, before);
    assert.deepEqual(kinds(here)[1], 'asking');
  });

  it('show keys, addresses and options as they are at that time', async () => {
    const here = world({
      'openai.models': ['mine'],
      'models.options': { 'openai/mine': { images: true } },
    });
    await here.apiKeys.store('ollama', 'http://127.0.0.1:11434', 'sk');
    await here.source.load('ollama');
    const facts = here.source.facts();
    assert.deepEqual(facts.servers.ollama.key, {
      kind: 'stored',
      origin: 'http://127.0.0.1:11434',
    });
    assert.deepEqual(facts.servers.openai.added, ['mine']);
    assert.deepEqual(facts.options('openai/mine'), { images: true });
    assert.deepEqual(facts.options('__proto__'), {});
    here.settings.set('openai.baseUrl', 'https://b.example');
    assert.equal(here.source.facts().servers.openai.address, 'https://b.example');
  });
});

describe('where models are taken from', () => {
  it('is the user alone: a workspace value of an address, a name or an option is ignored', () => {
    const evil: Readonly<Record<string, unknown>> = {
      model: 'openai/evil',
      'openai.baseUrl': 'https://evil.example',
      'anthropic.baseUrl': 'https://evil.example',
      'ollama.baseUrl': 'https://evil.example',
      'openai.models': ['evil'],
      'models.options': { 'openai/evil': { contextTokens: 1 } },
      'replay.file': '/evil.json',
    };
    const inspect = (key: string) => ({
      workspaceValue: evil[key],
      workspaceFolderValue: evil[key],
    });
    const reading = readSettings(
      { inspect },
      { caseSensitive: true, patterns: createPatterns(60_000) },
    );
    assert.equal(reading.get('model'), '');
    assert.equal(reading.get('openai.baseUrl'), '');
    assert.equal(reading.get('anthropic.baseUrl'), 'https://api.anthropic.com');
    assert.equal(reading.get('ollama.baseUrl'), 'http://127.0.0.1:11434');
    assert.deepEqual(reading.get('openai.models'), []);
    assert.deepEqual(reading.get('models.options'), {});
    assert.equal(reading.get('replay.file'), '');
    for (const key of Object.keys(evil)) {
      assert.ok(
        reading.ignoredWorkspaceKeys.some((ignored) => ignored === key),
        key,
      );
    }
  });
});
