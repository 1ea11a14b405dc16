import assert from 'node:assert/strict';
import { order } from '../../../../src/core/pipeline/order';

function names(slots: readonly { readonly slot: string; readonly stage: unknown }[]): string {
  return slots.map(({ slot, stage }) => (stage === 'empty' ? `${slot} (empty)` : slot)).join(' → ');
}

describe('order', () => {
  it('000-executor-3: prints the pipeline of the design, slot by slot', () => {
    const printed = [
      Object.keys(order.outermost).join(' ( '),
      names(order.bind),
      'validate',
      order.gates.join(' → '),
      'clear',
      names(order.again),
      names(order.around),
      names(order.finish),
      names(order.record),
      names(order.ended),
    ];
    assert.deepEqual(printed, [
      'announce ( audit',
      'context → intake → resolve → admit → authorize → connect → quota',
      'validate',
      'blocklist → path-sandbox → permission-rules → policy-rules → sequence-policies → adversarial → trust → anomaly → utility',
      'clear',
      'unchanged → admit → authorize → connect',
      'cancel → cache (empty) → retry → timeout → protected-files → transaction → execute',
      'validate-output → secret-scan → filter → redact → repeat → overflow',
      'policy-success → completed-tools → cache-put (empty)',
      'reputation → recent-outcomes → exposure → anomaly-window (empty)',
    ]);
  });
});
