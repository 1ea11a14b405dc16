import assert from 'node:assert/strict';
import { failure, fail, succeed, type Failure } from '../../../../src/core/contracts/failure';
import { NamedModels } from '../../../../src/host/models/named-models';
import { createFakeLlm } from '../../fakes/llm';

const gone = failure('unavailable', 'It is gone.', { category: 'permanent_failure' });
const message =
  'The model "openai/gone" in gatehouse.agent.compressModel cannot be used. It is gone.';

function createWorld(refusal: Failure = gone) {
  const names = {
    'agent.compressModel': 'openai/gone',
    'retry.parameterReformatModel': ' openai/here ',
  };
  const told: string[] = [];
  const asked: string[] = [];
  const listeners = new Set<() => void>();
  const models = new NamedModels({
    settings: {
      get: (key) => names[key],
      onDidChange: (listener) => {
        listeners.add(listener);
        return { dispose: () => void listeners.delete(listener) };
      },
    },
    llms: {
      get: (id) => {
        asked.push(id);
        const isThere = id === 'openai/here';
        return Promise.resolve(isThere ? succeed(createFakeLlm([])) : fail(refusal));
      },
    },
    warn: (text) => void told.push(text),
    report: assert.ifError,
  });
  const change = async (name: string) => {
    names['agent.compressModel'] = name;
    for (const listener of listeners) listener();
    await settled();
  };
  return { told, asked, models, change };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('models that settings name', () => {
  it('000-compress-8: are resolved at the start; a name without a model is reported', async () => {
    const { told, asked } = createWorld();
    await settled();
    assert.deepEqual(asked, ['openai/gone', 'openai/here']);
    assert.deepEqual(told, [message]);
  });

  it('000-compress-8: are resolved when a name changes, and only then', async () => {
    const { told, asked, models, change } = createWorld();
    await change('openai/here');
    await change('openai/here');
    await change('');
    await change('openai/gone');
    assert.deepEqual(told, [message], 'a name that was replaced at once is not reported');
    assert.deepEqual(asked, ['openai/gone', 'openai/here', 'openai/here', 'openai/gone']);
    models.dispose();
    await change('openai/other');
    assert.equal(asked.length, 4);
  });

  it('are not reported while their server cannot be reached', async () => {
    const { told } = createWorld(failure('execution', 'Offline.', { category: 'network_error' }));
    await settled();
    assert.deepEqual(told, []);
  });
});
