import assert from 'node:assert/strict';
import { modelLines, type ModelFacts } from '../../../../../src/host/views/models/model-choices';
import {
  describeModel,
  openAiModelId,
  parseModelId,
} from '../../../../../src/host/models/model-id';

const facts: ModelFacts = {
  current: '',
  baseUrl: 'http://127.0.0.1:8080/v1',
  models: ['a', 'b'],
  replayFile: '',
  key: 'none',
};

function labels(more: Partial<ModelFacts>): readonly string[] {
  return modelLines({ ...facts, ...more }).map((line) => `${line.label} | ${line.description}`);
}

describe('modelLines', () => {
  it('offers the models of the server, a replay, and what sets the server up', () => {
    assert.deepEqual(labels({ current: 'openai/b' }), [
      'a | http://127.0.0.1:8080/v1',
      'b | http://127.0.0.1:8080/v1 · current',
      'Replay a recorded conversation… | no model: choose a file',
      'Add a model… | its name on the server',
      'Set the server address… | http://127.0.0.1:8080/v1',
      'Set the API key… | none stored; servers of your own may need none',
    ]);
  });

  it('chooses the replay at once when a recording is set, and offers another one', () => {
    const lines = modelLines({ ...facts, replayFile: '/r.json' });
    assert.deepEqual(
      lines.find((line) => line.label === 'Replay a recorded conversation')?.choice,
      { kind: 'model', id: 'replay' },
    );
    assert.equal(lines.at(-1)?.label, 'Choose another recording…');
  });

  it('offers the current model though the list of models lacks it', () => {
    assert.equal(
      labels({ models: [], current: 'openai/c' })[0],
      'c | http://127.0.0.1:8080/v1 · current',
    );
  });

  it('says when the server has no address and when the secret store is shut', () => {
    const lines = labels({ baseUrl: '', key: 'unreadable' });
    assert.equal(lines[0], 'a | no server address yet');
    assert.ok(lines.includes('Set the API key… | the secret store of this machine did not open'));
  });
});

describe('model ids', () => {
  it('keep slashes in the name of a model', () => {
    const id = openAiModelId('meta/llama-3');
    assert.deepEqual(parseModelId(id), { kind: 'openai', model: 'meta/llama-3' });
  });

  const cases: readonly (readonly [string, string, boolean])[] = [
    ['', '', false],
    ['replay', 'replay: no model', true],
    ['openai/gpt', 'gpt', false],
    ['openai/', 'openai/ (unknown)', false],
    ['other', 'other (unknown)', false],
  ];
  for (const [id, label, replay] of cases) {
    it(`describe ${JSON.stringify(id)} for the panel`, () => {
      assert.deepEqual(describeModel(id), { id, label, replay });
    });
  }
});
