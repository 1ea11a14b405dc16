import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ToolCall } from '../../../../../src/core/contracts/chats/acp';
import type { FilterStats } from '../../../../../src/core/contracts/filter-rule';
import type { CallItem } from '../../../../../src/core/contracts/panel/state';
import { Transcript } from '../../../../../src/host/panel/transcript/transcript';

const stats: FilterStats = {
  rules: ['cargo-test'],
  confidence: 'full',
  rawLines: 342,
  filteredLines: 28,
  rawBytes: 34_000,
  filteredBytes: 8200,
};

interface Told {
  readonly id?: string;
  readonly meta?: object;
  readonly more?: Partial<ToolCall>;
}

function told(transcript: Transcript, { id = 'c1', meta = {}, more = {} }: Told): CallItem {
  transcript.update({
    sessionUpdate: 'tool_call',
    toolCallId: id,
    title: 'cargo test',
    kind: 'execute',
    status: 'completed',
    content: [{ type: 'content', content: { type: 'text', text: '2 failed' } }],
    _meta: { gatehouse: meta },
    ...more,
  });
  const card = transcript.card(id);
  assert.ok(card);
  return card.item;
}

describe('a card whose text filters have shortened', () => {
  let transcript: Transcript;
  beforeEach(() => {
    transcript = new Transcript(() => 0);
  });

  it('003-filters-6: shows lines, rules and confidence', () => {
    assert.deepEqual(told(transcript, { meta: { filter: stats } }).filter, {
      rules: ['cargo-test'],
      confidence: 'full',
      lines: [342, 28],
    });
  });

  it('003-filters-6: has no line of statistics when no line was removed', () => {
    const filter = { ...stats, filteredLines: 342 };
    assert.deepEqual(told(transcript, { meta: { filter } }).filter, {
      rules: ['cargo-test'],
      confidence: 'full',
    });
  });

  it('names the call that it repeats', () => {
    assert.equal(told(transcript, { meta: { repeats: 'c0' } }).repeats, 'c0');
  });

  const hostile: readonly (readonly [string, unknown])[] = [
    ['no object', 'full'],
    ['a confidence that is none', { ...stats, confidence: 'certain' }],
    ['rules that are no list', { ...stats, rules: 'npm' }],
    ['a rule of any length', { ...stats, rules: ['x'.repeat(201)] }],
    ['a rule without a name', { ...stats, rules: [''] }],
    ['negative lines', { ...stats, rawLines: -1 }],
    ['half a line', { ...stats, filteredLines: 0.5 }],
    ['lines without end', { ...stats, rawLines: Number.POSITIVE_INFINITY }],
  ];
  for (const [what, filter] of hostile) {
    it(`drops statistics with ${what}, and keeps the other fields`, () => {
      const item = told(transcript, { meta: { filter, repeats: 'c0', overflowId: 'o1' } });
      assert.deepEqual([item.filter, item.repeats, item.overflowId], [undefined, 'c0', 'o1']);
    });
  }

  it('shows no more rules than the user can read', () => {
    const rules = Array.from({ length: 500 }, (_, at) => `rule-${String(at)}`);
    assert.equal(
      told(transcript, { meta: { filter: { ...stats, rules } } }).filter?.rules.length,
      20,
    );
  });

  it('drops a call that it repeats when that has no id', () => {
    for (const repeats of ['', 'x'.repeat(201), 7, null]) {
      assert.equal(told(transcript, { meta: { repeats } }).repeats, undefined);
    }
  });

  it('takes any statistics without failing', () => {
    const any = fc.record({
      rules: fc.anything(),
      confidence: fc.anything(),
      rawLines: fc.anything(),
      filteredLines: fc.anything(),
    });
    fc.assert(
      fc.property(fc.oneof(fc.anything(), any), (filter) => {
        assert.equal(told(transcript, { meta: { filter, exitCode: 3 } }).exitCode, 3);
      }),
    );
  });

  it('keeps the raw output of a call with the host alone, and of no call that was not filtered', () => {
    const more = { rawOutput: { summary: 'all of it' } };
    const item = told(transcript, { meta: { filter: stats }, more });
    assert.doesNotMatch(JSON.stringify(item), /all of it/);
    assert.equal(transcript.card('c1')?.rawText, 'all of it');
    told(transcript, { id: 'c2', more });
    assert.equal(transcript.card('c2')?.rawText, undefined);
  });

  it('lets the raw output of old cards go', () => {
    const more = { rawOutput: { summary: 'all of it' } };
    for (let at = 0; at < 40; at += 1) {
      told(transcript, { id: `c${String(at)}`, meta: { filter: stats }, more });
    }
    const kept = transcript.allCards().filter(({ rawText }) => rawText !== undefined);
    assert.equal(kept.length, 32);
    assert.equal(transcript.card('c0')?.rawText, undefined);
  });

  it('shows what the model reads when a later update brings another text', () => {
    told(transcript, { meta: { filter: stats } });
    transcript.changeCard('c1', (item) => ({ ...item, raw: 'all of it' }));
    assert.equal(told(transcript, {}).raw, undefined);
  });
});
