import { say } from '../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Verdict } from '../../../src/core/contracts/calls/decision';
import {
  gateSlots,
  type BoundGate,
  type GateSlot,
} from '../../../src/core/contracts/policy/define-gate';
import { boundGate } from '../fakes/gate-call';
import { createProduct, type Product, type ProductOptions } from './product';
import { sampleCalls } from './sample-calls';

const skip: Verdict = {
  verdict: 'skip',
  reason: say`The chat knows this file.`,
  suggestion: 'Use what you have read.',
};
const noUse = (slot: GateSlot, check: () => Verdict): BoundGate =>
  boundGate({ name: 'no-use', slot, check });

describe('decision 48: a call that a gate skips', () => {
  let product: Product;

  function open(options: ProductOptions): Product {
    product = createProduct(options);
    product.workspace.put('ws/a.txt', 'one\n');
    return product;
  }

  afterEach(() => product.dispose());

  it('decision 48: is not run, is answered and logged once, and the model reads what to do', async () => {
    open({ gates: (own) => [...own, noUse('utility', () => skip)] });
    const outcome = await product.call('core__bash', sampleCalls['core__bash']);
    const { errorCode, category, suggestion } = outcome.failure ?? {};
    assert.deepEqual([errorCode, category], ['policy_denied', 'policy_blocked']);
    assert.equal(suggestion, 'Use what you have read.');
    assert.match(outcome.text, /error: The chat knows this file\.\nsuggestion: Use what you have/);
    assert.equal(outcome.decision.verdict, 'skip');
    assert.deepEqual(product.terminals.commands, []);
    assert.deepEqual(
      product.audit().map(({ result, error_code, gates }) => [result, error_code, gates.at(-1)]),
      [['skipped', 'policy_denied', { slot: 'utility', gate: 'no-use', ...said }]],
    );
    assert.deepEqual(product.pipeline.ends('s1'), [['core__bash', { skipped: 1 }]]);
  });

  it('is not asked about, even if another gate asks', async () => {
    const asks: Verdict = { verdict: 'ask', reason: say`not sure` };
    open({ gates: () => [noUse('trust', () => asks), noUse('utility', () => skip)] });
    await product.call('core__read', sampleCalls['core__read']);
    assert.deepEqual(product.asked, []);
  });

  it('is skipped as well if the gate says so only after the user allowed it', async () => {
    const asks: Verdict = { verdict: 'ask', reason: say`not sure` };
    let answer: Verdict = asks;
    open({
      gates: () => [noUse('utility', () => answer)],
      answer: () => {
        answer = skip;
        return { answer: 'allow' };
      },
    });
    const outcome = await product.call('core__read', sampleCalls['core__read']);
    assert.equal(outcome.decision.verdict, 'skip');
    assert.deepEqual(
      product.audit().map(({ result }) => result),
      ['skipped'],
    );
  });

  it('has exactly one start, end, entry and answer, whichever gate skips it', async () => {
    const given = fc.record({
      slot: fc.constantFrom(...gateSlots),
      tool: fc.constantFrom('core__bash', 'core__read', 'core__write'),
      origin: fc.constantFrom('model', 'user'),
    } as const);
    await fc.assert(
      fc.asyncProperty(given, async ({ slot, tool, origin }) => {
        open({ gates: (own) => [...own, noUse(slot, () => skip)] });
        const outcome = await product.call(tool, sampleCalls[tool], { origin });
        const states = product.events.map((event) =>
          event.type === 'start' ? event.state : event.type,
        );
        assert.deepEqual(states, ['refused', 'end']);
        assert.deepEqual(
          product.audit().map(({ tool_call_id, result }) => [tool_call_id, result]),
          [[outcome.toolCallId, outcome.decision.verdict === 'skip' ? 'skipped' : 'denied']],
        );
        assert.equal(outcome.status, 'failed');
        await product.dispose();
      }),
      { numRuns: 30 },
    );
    open({});
  });
});

const said = { verdict: 'skip', reason: 'The chat knows this file.' };
