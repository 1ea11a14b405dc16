import assert from 'node:assert/strict';
import { HostFilters } from '../../../../src/host/filters/host-filters';
import type { RunningFilters } from '../../../../src/host/filters/reloading-filters';
import { noFilters } from '../../fakes/filters';

function world(isEnabled: boolean) {
  const log: string[] = [];
  function get(key: 'filters.enabled'): boolean;
  function get(key: 'filters.path'): string;
  function get(key: string): boolean | string {
    return key === 'filters.enabled' ? isEnabled : '';
  }
  const rules: RunningFilters = {
    ...noFilters,
    settled: () => Promise.resolve(),
    problems: () => [],
    try: () => assert.fail(),
    userFile: () => assert.fail(),
    builtIn: [],
    dispose: () => log.push('dispose'),
  };
  const filters = new HostFilters({
    settings: { get, onDidChange: () => ({ dispose: () => undefined }) },
    start: () => {
      log.push('start');
      return rules;
    },
  });
  return { filters, log };
}

describe('output filters before they are started', () => {
  it('003-filters-9: with the master switch off nothing is started, and every output stays raw', async () => {
    const { filters, log } = world(false);
    assert.equal(await filters.open('make'), undefined);
    assert.deepEqual(log, []);
  });

  it('have counted nothing and know of no problem', () => {
    const { filters, log } = world(true);
    assert.deepEqual(filters.metrics(), noFilters.metrics());
    assert.deepEqual(filters.problems(), []);
    assert.deepEqual(log, []);
  });

  it('start once, and end with the window', async () => {
    const { filters, log } = world(true);
    await filters.open('make');
    await filters.loaded();
    filters.running();
    filters.dispose();
    assert.deepEqual(log, ['start', 'dispose']);
  });

  it('start no more once they are disposed', async () => {
    const { filters, log } = world(true);
    filters.dispose();
    assert.equal(await filters.open('make'), undefined);
    assert.deepEqual(log, []);
  });
});
