import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { auditEntrySchema } from '../../../../../src/core/contracts/audit/entry';
import { succeed } from '../../../../../src/core/contracts/failure';
import { createApiKeys } from '../../../../../src/host/secrets/api-keys';
import type { StoredWorkspace } from '../../../../../src/host/workspace-stores/workspace-registry';
import { eraseAll, type EraseSources } from '../../../../../src/host/views/data/erase-all';
import { createFakeClock } from '../../../fakes/clock';
import { createFakePlaceStore, healthy } from '../../../fakes/place-store';
import { createFakeSecrets } from '../../../fakes/secrets';

describe('deleting all data', () => {
  let base: string;
  beforeEach(() => {
    base = mkdtempSync(path.join(tmpdir(), 'gatehouse-erase-'));
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  function addFiles(folder: string, ...names: readonly string[]): void {
    for (const name of names) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
      writeFileSync(path.join(folder, name), 'x');
    }
  }

  function world() {
    const storageFolder = path.join(base, 'own');
    const own = createFakePlaceStore();
    const others = new Map(
      ['app', 'lib'].map((label) => {
        const folder = path.join(base, label);
        const place: StoredWorkspace = { id: label, label, folder, usedAt: 1 };
        return [label, { place, store: createFakePlaceStore() }] as const;
      }),
    );
    const done: string[] = [];
    const errors: unknown[] = [];
    const secrets = createFakeSecrets();
    const sources: EraseSources = {
      store: own,
      storageFolder,
      places: () =>
        Promise.resolve({
          others: () => Promise.resolve([...others.values()].map(({ place }) => place)),
          withStore: async ({ id }, work) => {
            const found = others.get(id);
            assert.ok(found);
            return work(found.store);
          },
          forget: ({ id }) => {
            done.push(`forget ${id}`);
            return Promise.resolve();
          },
        }),
      apiKeys: createApiKeys(secrets),
      window: {
        isRunning: () => false,
        countGrants: () => 0,
        closeChats: () => {
          assert.equal(own.isErased, false, 'chats are closed before the store is emptied');
          done.push('close chats');
          return Promise.resolve();
        },
        forgetMemory: () => {
          done.push('forget memory');
          return Promise.resolve();
        },
      },
      author: { actor: 'user:me', tenant: () => 'shop' },
      clock: createFakeClock(),
      report: (error) => errors.push(error),
    };
    return { own, others, done, errors, secrets, sources, storageFolder };
  }

  it('empties this workspace and the others, and leaves nothing to report', async () => {
    const { own, others, done, sources, storageFolder } = world();
    addFiles(storageFolder, 'changes/chat-1/copies/1', 'commands/c.json');
    addFiles(path.join(base, 'app'), 'changes/chat-2/record');
    assert.deepEqual(await eraseAll(sources, false), []);
    assert.ok(own.isErased);
    assert.ok([...others.values()].every(({ store }) => store.isErased));
    for (const folder of ['own/changes', 'own/commands', 'app/changes']) {
      assert.deepEqual(readdirSync(path.join(base, folder)), [], folder);
    }
    assert.deepEqual(done, ['close chats', 'forget memory', 'forget app', 'forget lib']);
  });

  it('begins each new audit log with an entry that says so', async () => {
    const { own, others, sources } = world();
    await eraseAll(sources, false);
    for (const { entries } of [own, ...[...others.values()].map(({ store }) => store)]) {
      const [entry, ...more] = entries.map((each) => auditEntrySchema.parse(each));
      assert.deepEqual(more, []);
      assert.deepEqual(
        [entry?.event, entry?.result, entry?.actor],
        ['erased', 'success', 'user:me'],
      );
    }
  });

  it('leaves keys, unless they are to go too', async () => {
    const { sources, secrets } = world();
    await createApiKeys(secrets).store('anthropic', 'https://api.anthropic.com', 'key');
    await eraseAll(sources, false);
    assert.equal(secrets.values.size, 1);
    await eraseAll(sources, true);
    assert.equal(secrets.values.size, 0);
  });

  it('leaves a place that another window uses, whole, and says so', async () => {
    const { others, done, sources } = world();
    addFiles(path.join(base, 'app'), 'changes/chat-2/record');
    const app = others.get('app');
    assert.ok(app);
    app.store.health = () => Promise.resolve(succeed({ ...healthy, role: 'second' }));
    const left = await eraseAll(sources, false);
    assert.equal(left.length, 1);
    assert.match(left[0] ?? '', /^app: another window uses it\. Close that window/);
    assert.equal(app.store.isErased, false);
    assert.ok(existsSync(path.join(base, 'app/changes/chat-2/record')));
    assert.equal(done.includes('forget app'), false);
  });

  it('closes no chat of this window when its storage has to stay', async () => {
    const { own, done, sources } = world();
    own.health = () => Promise.resolve(succeed({ ...healthy, lock: { windows: 2 } }));
    const left = await eraseAll(sources, false);
    assert.match(left[0] ?? '', /^This workspace: another window/);
    assert.equal(done.includes('close chats'), false);
  });

  it('continues after a step that fails, names it, and can be run again', async () => {
    const { own, others, errors, sources } = world();
    const app = others.get('app');
    assert.ok(app);
    app.store.broken = 'The disk is full.';
    const forgetMemory = () => Promise.reject(new Error('no memento'));
    const shut = { ...sources, window: { ...sources.window, forgetMemory } };
    const left = await eraseAll(shut, false);
    assert.deepEqual(
      left.map((each) => each.split(':')[0]),
      ['Drafts and rules', 'app'],
    );
    assert.equal(errors.length, 1);
    assert.ok(own.isErased && others.get('lib')?.store.isErased);
    app.store.broken = undefined;
    own.isErased = false;
    assert.deepEqual(await eraseAll(sources, false), []);
  });
});
