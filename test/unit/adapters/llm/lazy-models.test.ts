import assert from 'node:assert/strict';
import { createLazyModels } from '../../../../src/adapters/llm/lazy-models';
import { failure, fail } from '../../../../src/core/contracts/failure';
import type { ModelRegistry, ModelLists } from '../../../../src/core/ports/llm';
import { never } from './ask';

const answer = (text: string) => Promise.resolve(fail(failure('unavailable', text)));

const models: ModelRegistry & ModelLists = {
  get: (id) => answer(`no ${id}`),
  list: (provider) => answer(`no list of ${provider}`),
  test: (id) => answer(`no test of ${id}`),
};

describe('lazy models', () => {
  it('load on first use, once, and pass requests on', async () => {
    let loads = 0;
    const lazy = createLazyModels(() => {
      loads += 1;
      return Promise.resolve(models);
    }, assert.ifError);
    assert.equal(loads, 0);
    const answers = await Promise.all([
      lazy.get('a', never),
      lazy.list('ollama', never),
      lazy.test('b', never),
    ]);
    assert.deepEqual(
      answers.map((each) => (each.ok ? '' : each.failure.message)),
      ['no a', 'no list of ollama', 'no test of b'],
    );
    assert.equal(loads, 1);
  });

  it('report a failed load without the path, and try again', async () => {
    const loads = [Promise.reject(new Error('/home/me/secret/path')), Promise.resolve(models)];
    const errors: unknown[] = [];
    const lazy = createLazyModels(
      () => loads.shift() ?? Promise.resolve(models),
      (error) => errors.push(error),
    );
    const first = await lazy.get('a', never);
    assert.ok(!first.ok);
    assert.match(first.failure.message, /did not load/);
    assert.doesNotMatch(first.failure.message, /secret/);
    assert.equal(errors.length, 1);
    const second = await lazy.get('b', never);
    assert.ok(!second.ok);
    assert.equal(second.failure.message, 'no b');
  });
});
