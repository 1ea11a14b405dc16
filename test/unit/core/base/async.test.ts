import assert from 'node:assert/strict';
import { loadOnce } from '../../../../src/core/base/async';

describe('loadOnce', () => {
  it('loads on first use, and shares one load', async () => {
    let loads = 0;
    const load = loadOnce(() => {
      loads += 1;
      return Promise.resolve({ number: loads });
    });
    assert.equal(loads, 0);
    const [first, second] = await Promise.all([load(), load()]);
    assert.equal(first, second);
    assert.equal(await load(), first);
    assert.equal(loads, 1);
  });

  it('forgets a failed load', async () => {
    const answers = [Promise.reject(new Error('no such file')), Promise.resolve('loaded')];
    const load = loadOnce(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
    await assert.rejects(load(), /no such file/);
    assert.equal(await load(), 'loaded');
    assert.equal(await load(), 'loaded');
  });
});
