import assert from 'node:assert/strict';
import { ImageSupport } from '../../../../../src/host/panel/chat/image-support';
import { settled } from '../chat-world';

function world(answer: () => Promise<boolean>) {
  const signals: AbortSignal[] = [];
  let changes = 0;
  const support = new ImageSupport({
    readsImages: (signal) => {
      signals.push(signal);
      return answer();
    },
    onChange: () => (changes += 1),
  });
  return { support, signals, changes: () => changes };
}

describe('whether the model takes images', () => {
  it('is asked once for each model, and reported when it does not', async () => {
    const { support, signals, changes } = world(() => Promise.resolve(false));
    assert.equal(support.areTaken, true);
    support.ask();
    support.ask();
    await settled();
    assert.equal(signals.length, 1);
    assert.equal(support.areTaken, false);
    assert.equal(changes(), 1);
  });

  it('is open again with another model, which is asked when an image waits', async () => {
    let takes = false;
    const { support, signals } = world(() => Promise.resolve(takes));
    support.ask();
    await settled();
    takes = true;
    support.modelChanged(false);
    assert.equal(support.areTaken, true);
    assert.equal(signals.length, 1, 'nothing waits');
    support.modelChanged(true);
    await settled();
    assert.equal(signals.length, 2);
    assert.equal(support.areTaken, true);
  });

  it('ignores the answer about the model before', async () => {
    const answers: ((reads: boolean) => void)[] = [];
    const { support, signals } = world(() => new Promise((resolve) => answers.push(resolve)));
    support.ask();
    support.modelChanged(false);
    answers[0]?.(false);
    await settled();
    assert.equal(signals[0]?.aborted, true);
    assert.equal(support.areTaken, true);
  });

  it('says nothing when that is unknown', async () => {
    const { support, changes } = world(() => Promise.reject(new Error('no server')));
    support.ask();
    await settled();
    assert.equal(support.areTaken, true);
    assert.equal(changes(), 0);
  });
});
