import assert from 'node:assert/strict';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import { checkNamedModels } from '../../../../src/host/models/named-models';
import { createFakeLlm } from '../../fakes/llm';

describe('models that settings name', () => {
  it('000-compress-8: are resolved at the start; a name without a model is reported', async () => {
    const names = {
      'agent.compressModel': 'openai/gone',
      'retry.parameterReformatModel': ' openai/here ',
    };
    const told: string[] = [];
    const check = (id: string) =>
      id === 'openai/here'
        ? succeed(createFakeLlm([]))
        : fail(failure('unavailable', 'It is gone.', { category: 'permanent_failure' }));
    const deps = {
      settings: { get: (key: keyof typeof names) => names[key] },
      llms: { get: (id: string) => Promise.resolve(check(id)) },
      warn: (text: string) => void told.push(text),
    };
    const { signal } = new AbortController();
    await checkNamedModels(deps, signal);
    assert.deepEqual(told, [
      'The model "openai/gone" in gatehouse.agent.compressModel cannot be used. It is gone.',
    ]);
    names['agent.compressModel'] = '';
    await checkNamedModels(deps, signal);
    const offline = fail(failure('execution', 'Offline.', { category: 'network_error' }));
    await checkNamedModels({ ...deps, llms: { get: () => Promise.resolve(offline) } }, signal);
    assert.equal(told.length, 1);
  });
});
