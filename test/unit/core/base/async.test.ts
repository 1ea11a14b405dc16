import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { loadOnce, LinkedSignal } from '../../../../src/core/base/async';

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

describe('a linked signal', () => {
  it('aborts with the outer one, and by itself alone', () => {
    const outer = new AbortController();
    const [first, second] = [new LinkedSignal(outer.signal), new LinkedSignal(outer.signal)];
    const signals = [first.signal, second.signal];
    first.abort();
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, false],
    );
    outer.abort();
    assert.equal(second.signal.aborted, true);
  });

  it('is aborted when it is first asked for after the abort', () => {
    const outer = new AbortController();
    const own = new LinkedSignal(outer.signal);
    own.abort();
    own.dispose();
    assert.equal(own.signal.aborted, true);
    const later = new LinkedSignal(outer.signal);
    outer.abort();
    assert.equal(later.signal.aborted, true);
  });

  it('is one listener on the outer one, however many it has, and none when it is disposed', () => {
    const outer = new AbortController();
    const own = new LinkedSignal(outer.signal);
    const heard: string[] = [];
    own.addEventListener('abort', () => heard.push('first'));
    own.signal.addEventListener('abort', () => heard.push('second'));
    assert.equal(getEventListeners(outer.signal, 'abort').length, 1);
    own.dispose();
    assert.deepEqual(getEventListeners(outer.signal, 'abort'), []);
    outer.abort();
    assert.deepEqual(heard, []);
    own.abort();
    own.abort();
    assert.deepEqual(heard.sort(), ['first', 'second']);
  });
});
