import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createApiKeys } from '../../../../src/host/secrets/api-keys';
import { originOf } from '../../../../src/host/models/providers';
import { createFakeSecrets } from '../../fakes/secrets';

const home = 'https://api.example.com';

function world() {
  const secrets = createFakeSecrets();
  return { secrets, keys: createApiKeys(secrets) };
}

describe('keys of providers', () => {
  it('are one for each provider', async () => {
    const { keys } = world();
    await keys.store('openai', home, 'sk-one');
    await keys.store('anthropic', home, 'sk-two');
    assert.deepEqual(await keys.get('openai', home), { ok: true, value: 'sk-one' });
    assert.deepEqual(await keys.get('anthropic', home), { ok: true, value: 'sk-two' });
    assert.deepEqual(await keys.get('ollama', home), { ok: true, value: undefined });
  });

  it('report that one was set or removed, and never the key', async () => {
    const { keys } = world();
    const reported: unknown[] = [];
    keys.onDidSet((changed) => void reported.push(changed));
    await keys.remove('openai');
    await keys.store('openai', home, 'sk-one');
    await keys.remove('openai');
    assert.deepEqual(reported, [
      { provider: 'openai', origin: home, change: 'set' },
      { provider: 'openai', change: 'removed' },
    ]);
  });

  it('go only to the server they were given for', async () => {
    const { keys } = world();
    await keys.store('openai', home, 'sk-one');
    const read = await keys.get('openai', 'https://evil.example');
    assert.ok(!read.ok);
    assert.match(
      read.failure.message,
      /^The key was stored for https:\/\/api\.example\.com; run "Gatehouse: Set API Key"/,
    );
    assert.match(read.failure.message, /Remove API Key/);
    assert.equal(read.failure.category, 'permanent_failure');
  });

  it('go to no address with another scheme, host or port', async () => {
    const { keys } = world();
    await keys.store('openai', 'https://api.example.com:8443', 'sk-one');
    await fc.assert(
      fc.asyncProperty(fc.webUrl({ withQueryParameters: true }), async (address) => {
        const origin = originOf(address);
        if (origin === undefined || origin === 'https://api.example.com:8443') return;
        const read = await keys.get('openai', origin);
        assert.equal(read.ok, false);
      }),
    );
  });

  it('report whether a key is stored and for which server, and can be removed', async () => {
    const { keys, secrets } = world();
    assert.deepEqual(await keys.state('ollama'), { kind: 'none' });
    await keys.store('ollama', 'http://10.0.0.1:11434', 'sk');
    assert.deepEqual(await keys.state('ollama'), {
      kind: 'stored',
      origin: 'http://10.0.0.1:11434',
    });
    await keys.remove('ollama');
    assert.deepEqual(await keys.state('ollama'), { kind: 'none' });
    assert.equal(secrets.values.size, 0);
  });

  it('of a store that does not open fail, and say nothing of what it said', async () => {
    const { keys, secrets } = world();
    await keys.store('openai', home, 'sk-one');
    secrets.shut();
    assert.deepEqual(await keys.state('openai'), { kind: 'unreadable' });
    const read = await keys.get('openai', home);
    assert.ok(!read.ok);
    assert.match(read.failure.message, /cannot be read.*Set API Key/);
    assert.doesNotMatch(JSON.stringify(read), /sk-/);
  });

  for (const text of [
    '',
    'sk-plain',
    '{}',
    '[]',
    'null',
    '{"origin":"https://a"}',
    '{"key":"x"}',
  ]) {
    it(`that are stored as ${JSON.stringify(text)} count as unreadable, never as a key`, async () => {
      const { keys, secrets } = world();
      await secrets.store('gatehouse.key.openai', text);
      assert.deepEqual(await keys.state('openai'), { kind: 'unreadable' });
      const read = await keys.get('openai', home);
      assert.ok(!read.ok);
      assert.doesNotMatch(JSON.stringify(read), /sk-plain/);
    });
  }
});

describe('originOf', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['https://a.com/v1', 'https://a.com'],
    [' HTTP://A.com:80/v1 ', 'http://a.com'],
    ['http://127.0.0.1:11434', 'http://127.0.0.1:11434'],
    ['https://name:secret@a.com/x', 'https://a.com'],
    ['', undefined],
    ['a.com', undefined],
    ['file:///etc/passwd', undefined],
    ['http://', undefined],
  ];
  for (const [address, origin] of cases) {
    it(`of ${JSON.stringify(address)} is ${String(origin)}`, () => {
      assert.equal(originOf(address), origin);
    });
  }
});
