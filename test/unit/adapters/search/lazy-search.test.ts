import assert from 'node:assert/strict';
import { createLazySearch } from '../../../../src/adapters/search/lazy-search';
import { createFakeSearch } from '../../fakes/search';

const request = {
  pattern: '*.ts',
  path: '/ws',
  includeIgnored: false,
  maxResults: 10,
  signal: new AbortController().signal,
};

describe('lazy search', () => {
  it('loads once', async () => {
    let loads = 0;
    const search = createLazySearch(
      () => {
        loads += 1;
        return Promise.resolve(createFakeSearch());
      },
      () => undefined,
    );
    assert.equal(loads, 0);
    assert.equal((await search.find(request)).ok, true);
    assert.equal((await search.find(request)).ok, true);
    assert.equal(loads, 1);
  });

  it('fails with the remedy when it does not load, and tries again', async () => {
    const broken = new Error('no search.js');
    const errors: unknown[] = [];
    const loads = [Promise.reject(broken), Promise.resolve(createFakeSearch())];
    const search = createLazySearch(
      () => loads.shift() ?? Promise.reject(broken),
      (error) => errors.push(error),
    );
    const failed = await search.find(request);
    assert.match(failed.ok ? '' : failed.failure.message, /Reload the window/);
    assert.deepEqual(errors, [broken]);
    assert.equal((await search.find(request)).ok, true);
  });
});
