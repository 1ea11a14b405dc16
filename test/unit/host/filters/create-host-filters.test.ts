import assert from 'node:assert/strict';
import { createHostFilters } from '../../../../src/host/filters/create-host-filters';
import { createFakeClock } from '../../fakes/clock';
import { noFilters } from '../../fakes/filters';

function world(isEnabled: boolean) {
  const failed: unknown[] = [];
  let loads = 0;
  function get(key: 'filters.enabled'): boolean;
  function get(key: 'filters.path'): string;
  function get(key: string): boolean | string {
    return key === 'filters.enabled' ? isEnabled : '';
  }
  const nothing = { dispose: () => undefined };
  const filters = createHostFilters({
    settings: {
      get,
      onDidChange: () => nothing,
    },
    workspace: { roots: () => [], isTrusted: () => false, onDidChange: () => nothing },
    shell: { read: () => assert.fail() },
    clock: createFakeClock(),
    globalFolder: '/g',
    log: { warn: () => undefined, report: () => undefined },
    load: () => {
      loads += 1;
      return Promise.reject(new Error('gone'));
    },
    onLoadFailed: (error) => failed.push(error),
  });
  return { filters, failed, loads: () => loads };
}

describe('output filters before they are loaded', () => {
  it('003-filters-9: with the master switch off nothing is loaded, and every output stays raw', async () => {
    const { filters, loads } = world(false);
    assert.equal(await filters.open('make'), undefined);
    assert.equal(loads(), 0);
  });

  it('have counted nothing and know of no problem', () => {
    const { filters, loads } = world(true);
    assert.deepEqual(filters.metrics(), noFilters.metrics());
    assert.deepEqual(filters.problems(), []);
    assert.equal(loads(), 0);
  });

  it('that do not load are reported once, and every output stays raw', async () => {
    const { filters, failed, loads } = world(true);
    assert.equal(await filters.open('make'), undefined);
    assert.equal(await filters.open('make'), undefined);
    assert.equal(await filters.loaded(), undefined);
    await filters.edit();
    assert.deepEqual(failed, [new Error('gone')]);
    assert.ok(loads() > 1, 'the next command tries again');
  });

  it('load nothing any more once they are disposed', async () => {
    const { filters, loads, failed } = world(true);
    filters.dispose();
    assert.equal(await filters.open('make'), undefined);
    assert.deepEqual([loads(), failed], [0, []]);
  });
});
