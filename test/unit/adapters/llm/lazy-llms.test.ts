import assert from 'node:assert/strict';
import { createLazyLlms } from '../../../../src/adapters/llm/lazy-llms';
import { failure } from '../../../../src/core/contracts/failure';
import { fail } from '../../../../src/core/contracts/result';
import type { Llms } from '../../../../src/core/ports/llm';

const llms: Llms = { get: (id) => Promise.resolve(fail(failure('unavailable', `no ${id}`))) };

describe('lazy models', () => {
  it('load when a model is first asked for, once, and pass its id on', async () => {
    let loads = 0;
    const lazy = createLazyLlms(() => {
      loads += 1;
      return Promise.resolve(llms);
    });
    assert.equal(loads, 0);
    const answers = await Promise.all([lazy.get('a'), lazy.get('b')]);
    assert.deepEqual(
      answers.map((answer) => (answer.ok ? '' : answer.failure.message)),
      ['no a', 'no b'],
    );
    assert.equal(loads, 1);
  });

  it('answer models that do not load as a failure without the path, and try again', async () => {
    const loads = [Promise.reject(new Error('/home/me/secret/path')), Promise.resolve(llms)];
    const lazy = createLazyLlms(() => loads.shift() ?? Promise.resolve(llms));
    const first = await lazy.get('a');
    assert.ok(!first.ok);
    assert.match(first.failure.message, /did not load/);
    assert.doesNotMatch(first.failure.message, /secret/);
    const second = await lazy.get('b');
    assert.ok(!second.ok);
    assert.equal(second.failure.message, 'no b');
  });
});
