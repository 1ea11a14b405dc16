import assert from 'node:assert/strict';
import { saveDocument } from '../../../../src/host/files/auto-saves';
import { createFakeClock } from '../../fakes/clock';

class FakeSavable {
  isDirty = true;
  saves = 0;

  /** VS Code answers false while it prepares to save the document by itself. */
  constructor(private readonly answers: (() => boolean)[]) {}

  save(): Promise<boolean> {
    this.saves += 1;
    return Promise.resolve(this.answers.shift()?.() ?? false);
  }
}

function setUp({ isAutomatic }: { isAutomatic: boolean }, ...answers: (() => boolean)[]) {
  const listeners = new Set<(document: FakeSavable) => void>();
  const clock = createFakeClock();
  const document = new FakeSavable(answers);
  return {
    ...{ document, clock, listeners },
    save: () =>
      saveDocument(document, {
        isAutomatic: () => isAutomatic,
        onDidSave: (listener) => {
          listeners.add(listener);
          return { dispose: () => listeners.delete(listener) };
        },
        timers: clock,
      }),
    savedByItself: (saved = document) => {
      for (const listener of listeners) listener(saved);
    },
  };
}

/** Lets the promises that are settled go on. */
const settled = () => new Promise(setImmediate);

describe('saving a document that VS Code saves by itself', () => {
  it('waits for that save when VS Code refuses another one', async () => {
    const { save, savedByItself, document, clock, listeners } = setUp(
      { isAutomatic: true },
      () => false,
    );
    const saving = save();
    await settled();
    savedByItself(new FakeSavable([]));
    document.isDirty = false;
    savedByItself();
    assert.deepEqual([await saving, document.saves], [true, 1]);
    assert.deepEqual([clock.pending(5000), listeners.size], [0, 0]);
  });

  it('waits for nothing when that save ended before the refusal arrived', async () => {
    const { save, document, listeners } = setUp({ isAutomatic: true }, () => {
      document.isDirty = false;
      return false;
    });
    assert.deepEqual([await save(), listeners.size], [true, 0]);
  });

  it('saves again what was changed during that save', async () => {
    const answers = [() => false, () => true];
    const { save, savedByItself, document } = setUp({ isAutomatic: true }, ...answers);
    const saving = save();
    await settled();
    savedByItself();
    assert.deepEqual([await saving, document.saves], [true, 2]);
  });

  it('tries once more after five seconds', async () => {
    const { save, document, clock, listeners } = setUp({ isAutomatic: true });
    const saving = save();
    await settled();
    clock.advance(5000);
    assert.deepEqual([await saving, document.saves, listeners.size], [false, 2, 0]);
  });

  it('fails at once where auto save is off', async () => {
    const { save, document } = setUp({ isAutomatic: false });
    assert.deepEqual([await save(), document.saves], [false, 1]);
  });
});
