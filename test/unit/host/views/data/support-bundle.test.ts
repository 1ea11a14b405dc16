import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AuditRow } from '../../../../../src/core/ports/audit-log';
import { failure, fail, succeed } from '../../../../../src/core/contracts/failure';
import { createApiKeys } from '../../../../../src/host/secrets/api-keys';
import { noProxySettings } from '../../../../../src/adapters/http/proxy-route';
import { settingsInForce } from '../../../../../src/host/settings/read-settings';
import {
  gatherBundle,
  type BundleSources,
  type SecretPlaces,
} from '../../../../../src/host/views/data/support-bundle';
import { auditEntry } from '../../../fakes/audit-entry';
import { healthy } from '../../../fakes/place-store';
import { createFakeSecrets } from '../../../fakes/secrets';
import { createFakeSettings } from '../../../fakes/settings';

const signal = new AbortController().signal;
/** Looks like nothing that a pattern knows. */
const planted = 'plum-orchard-planted-77';
/** Has a form that is known. */
const token = `ghp_${'Zz9'.repeat(12)}`;

function rowOf(call: Readonly<Record<string, unknown>>, seq = 1): AuditRow {
  const entry = auditEntry('call-1', { call, summary: `answer with ${planted}` });
  return { ...entry, writer: 'main', seq, prev: '0'.repeat(64), row: String(seq) };
}

const noSecrets: SecretPlaces = {
  apiKeys: createApiKeys(createFakeSecrets()),
  proxy: () => noProxySettings,
  environment: {},
};

describe('the support bundle', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-bundle-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function bundleOf(more: Partial<BundleSources> = {}): Promise<string> {
    const sources: BundleSources = {
      checks: () => Promise.resolve([{ name: 'Gatehouse', level: 'ok', text: '0.7.0' }]),
      store: {
        health: () => Promise.resolve(succeed({ ...healthy, conversations: 3 })),
        auditQuery: {
          list: () => Promise.resolve(succeed({ rows: [rowOf({ command: 'npm test' })] })),
          tools: () => Promise.resolve(succeed([])),
        },
      },
      storageFolder: folder,
      settings: () => settingsInForce(createFakeSettings({ 'audit.retentionDays': 30 })),
      log: () => ['2026-01-02T00:00:00Z info opened'],
      secrets: noSecrets,
      person: { home: '/home/alice', userName: 'alice', machine: 'laptop', roots: ['/work/shop'] },
      now: () => Date.UTC(2026, 0, 2),
      ...more,
    };
    return gatherBundle(sources, signal);
  }

  it('has what a maintainer asks for first', async () => {
    writeFileSync(path.join(folder, 'audit.jsonl'), 'x'.repeat(2048));
    mkdirSync(path.join(folder, 'changes', 'chat'), { recursive: true });
    writeFileSync(path.join(folder, 'changes', 'chat', '1'), 'xx');
    const text = await bundleOf();
    for (const part of [
      '# Gatehouse support bundle\n\n2026-01-02T00:00:00.000Z',
      'ok  Gatehouse  0.7.0',
      'gatehouse.audit.retentionDays: 30',
      '"conversations": 3',
      'audit.jsonl  2 KB\nchanges/  2 bytes in 1 file',
      'args: command 8 characters',
      'info opened',
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.equal(text.includes('gatehouse.model:'), false);
    assert.equal(text.includes('npm test'), false);
  });

  it('has a planted key nowhere, wherever it was planted', async () => {
    const secrets = createFakeSecrets();
    const apiKeys = createApiKeys(secrets);
    await apiKeys.store('anthropic', 'https://api.anthropic.com', planted);
    writeFileSync(path.join(folder, `${planted}.tmp`), '');
    mkdirSync(path.join(folder, token));
    const planting = `https://${planted}:${planted}@llm.example/${planted}?key=${planted}`;
    const text = await bundleOf({
      secrets: { ...noSecrets, apiKeys },
      checks: () =>
        Promise.resolve([
          { name: 'proxy', level: 'problem', text: `via ${planting}`, remedy: planted },
          { name: 'folded', level: 'ok', text: `${'word '.repeat(11)}${token} ${planted}` },
        ]),
      settings: () =>
        settingsInForce(
          createFakeSettings({ 'openai.baseUrl': planting, 'replay.file': `/a/${planted}` }),
        ),
      log: () => [`Error: 401 for ${planting}`, `at ${token}`, JSON.stringify({ key: planted })],
      store: {
        health: () => Promise.resolve(succeed({ ...healthy, setAside: [`${planted}.db`] })),
        auditQuery: {
          list: () =>
            Promise.resolve(
              succeed({
                rows: [
                  rowOf({ command: `curl -H "x: ${planted}" ${planting}`, path: `${planted}.ts` }),
                  rowOf({ list: [planted], deep: { [planted]: token }, [planted]: 1 }, 2),
                ],
              }),
            ),
          tools: () => Promise.resolve(succeed([])),
        },
      },
    });
    assert.equal(text.includes(planted), false);
    assert.equal(text.includes('planted'), false);
    assert.equal(text.includes(token), false);
    assert.equal(text.includes('Zz9Zz9'), false);
  });

  it('has no password that only an address knows: of a setting, of the proxy', async () => {
    const text = await bundleOf({
      settings: () =>
        settingsInForce(
          createFakeSettings({ 'openai.baseUrl': 'https://u:only-here-1@h.example/v1' }),
        ),
      secrets: {
        ...noSecrets,
        proxy: () => ({ ...noProxySettings, url: 'http://p:only-here-2@proxy:3128' }),
        environment: { https_proxy: 'http://p:only-here-3@proxy:3128' },
      },
      log: () => ['tried only-here-1, only-here-2 and only-here-3'],
    });
    assert.equal(text.includes('only-here'), false);
    assert.match(text, /tried \[REDACTED:known-secret\], \[REDACTED/);
  });

  it('names neither the user nor their folders', async () => {
    const text = await bundleOf({
      log: () => ['/home/alice/x and /work/shop/y by alice on laptop'],
      settings: () => settingsInForce(createFakeSettings({ 'replay.file': '/home/alice/r.json' })),
    });
    assert.match(text, /~\/x and <workspace>\/y by <user> on <machine>/);
    assert.equal(text.includes('alice'), false);
  });

  it('says what could not be read, and has the rest', async () => {
    const broken = () => Promise.resolve(fail(failure('execution', 'The store is broken.')));
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    const text = await bundleOf({
      store: { health: broken, auditQuery: { list: broken, tools: broken } },
      storageFolder: file,
    });
    assert.equal(text.match(/The store is broken\./g)?.length, 2);
    assert.match(text, /The folder cannot be read\./);
    assert.match(text, /info opened/);
  });

  it('lets no line of a log end its block', async () => {
    const text = await bundleOf({ log: () => ['````', '# a heading'] });
    assert.match(text, /`````text\n````\n# a heading\n`````/);
  });
});
