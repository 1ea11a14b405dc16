import assert from 'node:assert/strict';
import { createLazyStore } from '../../../../src/adapters/store/lazy-store';
import type { Store } from '../../../../src/adapters/store/store';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import { auditEntry } from '../../fakes/audit-entry';
import { summaryRecord } from '../../fakes/summary-record';

const unknown = failure('unavailable', 'Not there.', { suggestion: 'None.' });
const { signal } = new AbortController();

function createWorld(failures = 0) {
  const told: string[] = [];
  let loads = 0;
  let closes = 0;
  let report: (text: string) => void = () => undefined;
  const real: Store = {
    audit: { append: () => Promise.resolve(succeed(undefined)) },
    auditQuery: {
      list: () => Promise.resolve(succeed({ rows: [] })),
      tools: () => Promise.resolve(succeed([])),
    },
    auditTrail: {
      verify: () =>
        Promise.resolve(succeed({ entries: 0, files: 0, writers: 0, unsealed: 0, findings: [] })),
    },
    conversations: {
      write: () => Promise.resolve(succeed(undefined)),
      read: () => Promise.resolve(fail(unknown)),
      list: () => Promise.resolve(succeed({ conversations: [] })),
      delete: () => Promise.resolve(succeed(undefined)),
    },
    health: () => Promise.resolve(fail(unknown)),
    erase: () => Promise.resolve(succeed(undefined)),
    overflow: {
      put: () => Promise.resolve(succeed('id')),
      read: () => Promise.resolve(succeed({ text: 'x', totalChars: 1 })),
    },
    summaries: {
      add: () => Promise.resolve(succeed(undefined)),
      list: () => Promise.resolve(succeed([])),
    },
    problems: () => ['full'],
    onProblem: (listener) => {
      report = listener;
      return { dispose: () => undefined };
    },
    close: () => {
      closes += 1;
      return Promise.resolve();
    },
  };
  const store = createLazyStore({
    load: () => {
      loads += 1;
      return loads > failures ? Promise.resolve(real) : Promise.reject(new Error('no file'));
    },
    onLoadFailed: (error) => told.push(String(error)),
  });
  const counts = { loads: () => loads, closes: () => closes };
  return { store, told, report: (text: string) => report(text), ...counts };
}

describe('the lazy store', () => {
  it('loads once, whatever is called first', async () => {
    const world = createWorld();
    assert.equal(world.loads(), 0);
    const answers = await Promise.all([
      world.store.audit.append(auditEntry('c')),
      world.store.auditQuery.list({ limit: 1, signal }),
      world.store.overflow.put({ conversationId: 'c', text: 't' }),
      world.store.overflow.read({ conversationId: 'c', id: 'i', offset: 0, limit: 1 }),
      world.store.summaries.add(summaryRecord('triggered')),
      world.store.summaries.list('c'),
      world.store.auditQuery.tools(),
      world.store.auditTrail.verify({ signal }),
      world.store.conversations.write('c', {}),
      world.store.conversations.list({ limit: 1 }),
      world.store.conversations.delete('c'),
      world.store.erase(),
    ]);
    assert.ok(answers.every(({ ok }) => ok));
    const refused = [await world.store.conversations.read('c'), await world.store.health()];
    for (const one of refused) assert.equal(!one.ok && one.failure, unknown);
    assert.equal(world.loads(), 1);
  });

  it('has no problems before it is loaded, and reports later ones', async () => {
    const world = createWorld();
    const heard: string[] = [];
    const watching = world.store.onProblem((text) => heard.push(text));
    assert.deepEqual(world.store.problems(), []);
    await world.store.auditQuery.list({ limit: 1, signal });
    assert.deepEqual(world.store.problems(), ['full']);
    world.report('set aside');
    watching.dispose();
    world.report('not heard');
    assert.deepEqual(heard, ['set aside']);
  });

  it('000-audit-2: a log that cannot be loaded fails the call, and is tried again', async () => {
    const world = createWorld(1);
    const refused = await world.store.audit.append(auditEntry('c'));
    assert.equal(!refused.ok && refused.failure.errorCode, 'execution');
    assert.deepEqual(world.told, ['Error: no file']);
    assert.equal((await world.store.audit.append(auditEntry('c'))).ok, true);
  });

  it('closes what was loaded, and does not load just to close', async () => {
    const unused = createWorld();
    await unused.store.close();
    const late = await unused.store.audit.append(auditEntry('c'));
    assert.equal(!late.ok && late.failure.message, 'The storage is closed.');
    assert.equal(unused.loads(), 0);
    const used = createWorld();
    await used.store.auditQuery.list({ limit: 1, signal });
    await used.store.close();
    assert.equal(used.closes(), 1);
  });
});
