import assert from 'node:assert/strict';
import { StoredReputation } from '../../../../src/host/models/reputation';

function world(stored?: unknown) {
  let memory = stored;
  const set = (rows: unknown) => {
    memory = rows;
    return Promise.resolve();
  };
  const open = () => new StoredReputation({ get: () => memory, set });
  return { reputation: open(), open };
}

const read = { model: 'a/b', tool: 'core__read' } as const;

describe('the reputation of models', () => {
  it('decision 3: counts calls and wrong calls per model and tool, beyond the window', () => {
    const { reputation, open } = world();
    reputation.count({ ...read, isWrong: false });
    reputation.count({ ...read, isWrong: true });
    reputation.count({ model: 'c', tool: 'core__read', isWrong: true });
    for (const isWrong of [true, true]) open().count({ model: 'c', tool: undefined, isWrong });
    assert.deepEqual(open().rows(), [
      { ...read, calls: 2, wrong: 1 },
      { model: 'c', tool: 'core__read', calls: 1, wrong: 1 },
      { model: 'c', tool: undefined, calls: 2, wrong: 2 },
    ]);
  });

  it('keeps what it can read, and the 200 rows that were counted last', () => {
    const { reputation } = world([{ ...read, calls: 1, wrong: 0 }, { model: 7 }, null]);
    assert.equal(reputation.rows().length, 1);
    for (let each = 0; each < 200; each += 1) {
      reputation.count({ model: String(each), tool: 't', isWrong: false });
    }
    assert.equal(reputation.rows().length, 200);
    assert.equal(
      reputation.rows().some(({ model }) => model === 'a/b'),
      false,
    );
    assert.deepEqual(world({ rows: 1 }).reputation.rows(), []);
  });
});
