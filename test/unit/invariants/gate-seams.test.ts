import { say } from '../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import {
  decisionDeadlineMs,
  gateSlots,
  maxGateDeadlineMs,
  type GateCall,
} from '../../../src/core/contracts/policy/define-gate';
import type { BoundGate } from '../../../src/core/contracts/policy/define-gate';
import { auditColumns } from '../../../src/host/views/audit/fields';
import { boundGate } from '../fakes/gate-call';
import { startChat, type Chat } from './chat';
import { createProduct, productContext, type Product } from './product';

const key = `sk-ant-api03-${'k'.repeat(40)}`;
const fine = { verdict: 'allow', reason: say`fine` } as const;

describe('a gate bound as the product binds its own', () => {
  let product: Product;
  let chat: Chat | undefined;
  let seen: GateCall[];

  const watch = (call: GateCall) => {
    seen.push(call);
    return fine;
  };
  const watching = () => boundGate({ slot: 'anomaly', check: watch });
  function open(...gates: readonly BoundGate[]): Product {
    seen = [];
    product = createProduct({ gates: (own) => [...own, ...gates] });
    product.workspace.put('ws/a.txt', 'one\n');
    return product;
  }
  const explain = () =>
    product.pipeline.explain(
      {
        ...{ toolCallId: 'x', tool: 'read', args: { path: 'a.txt' } },
        ...{ phase: 'executor', origin: 'model', attempt: 0 },
      },
      productContext,
    );

  afterEach(async () => {
    await chat?.close();
    chat = undefined;
    await product.dispose();
  });

  it("000-gates-1: reads the user's last message, the claim source, and how the last calls ended", async () => {
    open(watching());
    const call = (id: string, name: string, args: object) => ({ calls: [{ id, name, args }] });
    chat = await startChat(product, {
      steps: [
        call('c1', 'core__read', { path: 'a.txt' }),
        call('c2', 'no_tool', {}),
        call('c3', 'core__bash', { command: 'echo one > /dev/null' }),
        { text: 'ok' },
        call('c4', 'core__read', { path: 'a.txt' }),
        { text: 'ok' },
      ],
    });
    await chat.say(`Read a.txt, my key is ${key}.`);
    await chat.say('!echo two');
    await chat.say('Again.');
    const read = seen.map(({ userMessage, claimSource }) => [userMessage, claimSource]);
    const first = 'Read a.txt, my key is [REDACTED:anthropic-key].';
    assert.deepEqual(read, [
      [first, 'file_system: a.txt'],
      [first, 'shell: /dev/null'],
      [first, 'shell'],
      ['Again.', 'file_system: a.txt'],
    ]);
    const outcomes = seen.at(-1)?.recentOutcomes.map(({ durationMs, ...rest }) => {
      assert.ok(Number.isInteger(durationMs));
      return rest;
    });
    assert.deepEqual(outcomes, [
      { tool: 'core__read', result: 'success' },
      { category: 'tool_not_found', result: 'denied' },
      { tool: 'core__bash', result: 'success' },
      { tool: 'core__bash', result: 'success' },
    ]);
  });

  it('000-gates-1: reads no more than the last 20 ends, and none of another chat', async () => {
    open(watching());
    const context = { sessionId: 's2' };
    await product.call('core__read', { path: 'a.txt' }, { context });
    for (let n = 0; n < 25; n += 1) await product.call('core__read', { path: 'a.txt' });
    const lengths = seen.map(({ recentOutcomes }) => recentOutcomes.length);
    assert.deepEqual([lengths[0], lengths[1], lengths.at(-1)], [0, 0, 20]);
  });

  it('000-gates-2: may declare a deadline, which is then its own', async () => {
    const deadlineMs = 4 * decisionDeadlineMs;
    const events = new EventEmitter();
    const check = async () => {
      events.emit('asked');
      await once(events, 'answer');
      return fine;
    };
    open(boundGate({ slot: 'adversarial', deadlineMs, check }));
    const begin = async () => {
      const asked = once(events, 'asked');
      const running = product.call('core__read', { path: 'a.txt' });
      await asked;
      return { running };
    };
    const late = await begin();
    product.clock.advance(deadlineMs - 1);
    await setImmediate();
    events.emit('answer');
    assert.equal((await late.running).status, 'completed');
    const tooLate = await begin();
    product.clock.advance(deadlineMs);
    assert.match((await tooLate.running).text, /The gate adversarial did not answer in time/);
  });

  it('000-gates-2: denies when it answers at once, but only after its deadline', async () => {
    const taking = { ms: decisionDeadlineMs };
    const check = () => {
      product.clock.advance(taking.ms);
      return fine;
    };
    open(boundGate({ slot: 'adversarial', check }));
    const call = () => product.call('core__read', { path: 'a.txt' });
    assert.equal((await call()).status, 'completed');
    taking.ms += 1;
    assert.match((await call()).text, /The gate adversarial did not answer in time/);
  });

  it('000-gates-2: is refused with a deadline that is no time, or too long', () => {
    open();
    for (const deadlineMs of [0, -1, NaN, Infinity, maxGateDeadlineMs + 1]) {
      assert.throws(
        () => boundGate({ slot: 'utility', deadlineMs, check: () => fine }),
        /deadline/,
      );
    }
    const { deadlineMs } = boundGate({ slot: 'utility', check: () => fine });
    assert.equal(deadlineMs, decisionDeadlineMs);
    assert.deepEqual(
      product.gates.filter(
        (gate) => gate.deadlineMs !== decisionDeadlineMs || !gate.askedByExplain,
      ),
      [],
    );
  });

  it('000-gates-3: that Explain may not ask is named as not asked, and is not asked', async () => {
    open(boundGate({ slot: 'adversarial', askedByExplain: false, check: watch }));
    const { steps, verdict } = await explain();
    assert.deepEqual(seen, []);
    assert.equal(verdict, 'allow');
    assert.deepEqual(
      steps.find(({ slot }) => slot === 'adversarial'),
      { slot: 'adversarial', gate: 'adversarial', verdict: 'unasked', reason: say`would be asked` },
    );
  });

  it('000-gates-4: fills its own field of the entry, redacted and bounded', async () => {
    const said = `ALLOW, ${key} ${'x'.repeat(5000)}`;
    const audit = { adversarial_policy_decision: said };
    open(boundGate({ slot: 'adversarial', check: () => ({ ...fine, audit }) }));
    await product.call('core__read', { path: 'a.txt' });
    const [entry] = product.audit();
    const text = entry?.adversarial_policy_decision ?? '';
    assert.match(text, /^ALLOW, \[REDACTED:anthropic-key\] x+$/);
    assert.equal(text.length, 1000);
    assert.ok(auditColumns.includes('adversarial_policy_decision'), 'it is exported');
  });

  it('000-gates-4: adds no half of a secret after a long one, which redaction shortens', async () => {
    const pem = `-----BEGIN PRIVATE KEY-----\n${'k'.repeat(1900)}\n-----END PRIVATE KEY-----`;
    const said = `${pem} ${'x'.repeat(1995 - pem.length)} ${key}`;
    const audit = { adversarial_policy_decision: said };
    open(boundGate({ slot: 'adversarial', check: () => ({ ...fine, audit }) }));
    await product.call('core__read', { path: 'a.txt' });
    const text = product.audit()[0]?.adversarial_policy_decision ?? '';
    assert.doesNotMatch(text, /sk-/);
  });

  it('000-gates-4: is taken to deny if it fills a field that is not its own', async () => {
    const fills: BoundGate['check'] = () => ({ ...fine, audit: { trust_set_for: 'tool' } });
    for (const slot of gateSlots.filter((each) => each !== 'trust')) {
      open({ ...boundGate({ slot, check: () => fine }), check: fills });
      const outcome = await product.call('core__read', { path: 'a.txt' });
      assert.equal(outcome.failure?.errorCode, 'policy_denied', slot);
      assert.equal(product.audit()[0]?.trust_set_for, undefined);
      await product.dispose();
    }
    open();
  });
});
