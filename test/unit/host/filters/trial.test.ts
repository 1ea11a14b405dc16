import assert from 'node:assert/strict';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import { lastCommand, type ChatOutputs } from '../../../../src/host/filters/trial';
import { createCard, type Card } from '../../../../src/host/panel/transcript/card';

function card(command: string, some: Partial<Card> = {}, item: Partial<Card['item']> = {}): Card {
  const made = createCard(command);
  return {
    ...made,
    base: 'completed',
    call: { tool: 'core__bash', argsJson: JSON.stringify({ command }) },
    item: { ...made.item, text: 'shown', exitCode: 0, ...item },
    ...some,
  };
}

function chat(...cards: readonly Card[]): ChatOutputs {
  return {
    cards: () => cards,
    sessionId: () => 's',
    overflow: {
      read: ({ id }) =>
        Promise.resolve(
          id === 'kept'
            ? succeed({ text: 'whole', totalChars: 5 })
            : fail(failure('execution', 'gone')),
        ),
    },
  };
}

describe('the last command of a chat', () => {
  it('is the newest that has ended and printed something', () => {
    const last = lastCommand(
      chat(
        card('one', {}, { exitCode: 2 }),
        card('silent', {}, { text: '' }),
        card('runs', { base: 'running' }),
        card('read', { call: { tool: 'core__read', argsJson: '{"command":"x"}' } }),
      ),
    );
    assert.deepEqual([last?.command, last?.exitCode], ['one', 2]);
    assert.equal(lastCommand(chat()), undefined);
  });

  it('comes with its output before filters, as whole as it is kept', async () => {
    const outputOf = (each: Card) => lastCommand(chat(each))?.output();
    assert.equal(await outputOf(card('a')), 'shown');
    assert.equal(await outputOf(card('a', { fullText: 'full' })), 'full');
    assert.equal(await outputOf(card('a', { fullText: 'full', rawText: 'raw' })), 'raw');
    assert.equal(await outputOf(card('a', { rawText: 'raw' }, { overflowId: 'kept' })), 'whole');
    assert.equal(await outputOf(card('a', { rawText: 'raw' }, { overflowId: 'gone' })), 'raw');
  });
});
