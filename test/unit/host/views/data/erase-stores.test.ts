import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createApiKeys } from '../../../../../src/host/secrets/api-keys';
import { HistoryListing } from '../../../../../src/host/panel/history/history-listing';
import { chatsElsewhere } from '../../../../../src/host/panel/history/sources';
import { OpenWorkspaces } from '../../../../../src/host/workspace-stores/other-workspaces';
import { WorkspaceRegistry } from '../../../../../src/host/workspace-stores/workspace-registry';
import { eraseAll } from '../../../../../src/host/views/data/erase-all';
import { auditEntry } from '../../../fakes/audit-entry';
import { createFakeIds } from '../../../fakes/ids';
import { createFakeSecrets } from '../../../fakes/secrets';
import { createTemporaryStore, listedIds, putText, valueOf } from '../../../fakes/temporary-store';

const { signal } = new AbortController();

const unexpected = (error: unknown): void => assert.fail(String(error));

describe('deleting all data of real stores', () => {
  const here = createTemporaryStore();
  const there = createTemporaryStore();
  after(async () => {
    await here.dispose();
    await there.dispose();
  });

  it('leaves two empty stores: no chat, no output, a log of one entry', async () => {
    const elsewhere = there.window();
    valueOf(await elsewhere.conversations.write('old', { facts: { title: 'elsewhere' } }));
    await elsewhere.close();
    const store = here.window();
    valueOf(await store.conversations.write('chat', { facts: { title: 'secret plan' } }));
    valueOf(await store.audit.append(auditEntry('call-1')));
    const output = await putText(store, 'a long output');

    const { clock } = here;
    const ids = createFakeIds();
    const registry = new WorkspaceRegistry({
      folder: path.join(path.dirname(here.folder), 'places'),
      now: () => clock.now(),
      uuid: randomUUID,
    });
    await registry.register({ label: 'app', folder: there.folder });
    const places = new OpenWorkspaces({
      registry,
      own: { folder: here.folder, conversations: store.conversations, root: () => '/work' },
      openStore: (folder) => there.window({ folder }),
      home: '/home/me',
      clock,
      ids,
      report: unexpected,
    });
    const listed = () => new HistoryListing([chatsElsewhere(places)], '', signal).more(5);
    const before = await listed();
    assert.deepEqual(
      before.entries.map(({ title }) => title),
      ['elsewhere'],
    );

    const left = await eraseAll(
      {
        store,
        storageFolder: here.folder,
        places: () => Promise.resolve(places),
        apiKeys: createApiKeys(createFakeSecrets()),
        window: {
          isRunning: () => false,
          countGrants: () => 0,
          closeChats: () => Promise.resolve(),
          forgetMemory: () => Promise.resolve(),
        },
        author: { actor: 'user:me', tenant: () => 'shop' },
        clock,
        report: unexpected,
      },
      false,
    );
    assert.deepEqual(left, []);

    assert.deepEqual(valueOf(await store.conversations.list({ limit: 5 })).conversations, []);
    const whole = { conversationId: 'chat', id: output, offset: 0, limit: 10 };
    assert.equal((await store.overflow.read(whole)).ok, false);
    assert.equal((await listedIds(store)).length, 1);
    const { entries, findings } = valueOf(await store.auditTrail.verify({ signal }));
    assert.deepEqual([entries, findings], [1, []]);
    for (const name of here.names()) {
      assert.equal(here.read(name).includes('secret plan'), false, name);
    }
    assert.deepEqual(await listed(), { entries: [], hasMore: false });
    await places.close();

    await store.close();
    const reopened = here.window();
    assert.equal((await listedIds(reopened)).length, 1);
    assert.equal(valueOf(await reopened.health()).conversations, 0);
  });
});
