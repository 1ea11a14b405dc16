import { say } from '../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Verdict } from '../../../src/core/contracts/calls/decision';
import { gateSlots, type BoundGate } from '../../../src/core/contracts/policy/define-gate';
import { trustLevels } from '../../../src/core/contracts/tool-spec';
import { bindGates } from '../../../src/core/gates/catalog.gen';
import { askGates } from '../../../src/core/pipeline/stages/gates';
import { capabilitiesWith } from '../core/tools/run-tool';
import { createFakeClock } from '../fakes/clock';
import { boundGate, gateCall } from '../fakes/gate-call';
import { createProduct, openRules, type Product, type ProductOptions } from './product';
import { sampleCalls } from './sample-calls';

const names = bindGates(capabilitiesWith({})).map(({ name }) => name);
const marker = 'zq7-opaque-marker-of-this-test';

/** Treats any value as a verdict, as a faulty gate would. */
function isClaimed(value: unknown): value is Verdict {
  return value !== marker;
}

function pretend(value: unknown): Verdict {
  if (isClaimed(value)) return value;
  throw new Error('not reached');
}

const faults: Readonly<Record<string, () => Verdict | Promise<Verdict>>> = {
  throws: () => {
    throw new Error(marker);
  },
  rejects: () => Promise.reject(new Error(marker)),
  hangs: () => new Promise<never>(() => undefined),
  'returns undefined': () => pretend(undefined),
  'resolves with null': () => Promise.resolve(pretend(null)),
  'returns an unknown verdict': () => pretend({ verdict: 'yes', reason: marker }),
  'allows without a reason': () => pretend({ verdict: 'allow' }),
  'allows with an invalid rule': () =>
    pretend({ verdict: 'allow', reason: marker, rule: { pattern: 7 } }),
  'asks with an invalid trace': () => pretend({ verdict: 'ask', reason: marker, match: 7 }),
  'denies without a code': () => pretend({ verdict: 'deny', reason: marker }),
  'denies with an unknown code': () =>
    pretend({ verdict: 'deny', reason: marker, errorCode: marker }),
};

function open(options: ProductOptions): Product {
  const product = createProduct(options);
  product.workspace.put('ws/a.txt', 'one\n');
  return product;
}

describe("the product's gates", () => {
  let product: Product;

  afterEach(() => product.dispose());

  it('run in the order listed here', async () => {
    product = open({});
    const outcome = await product.call('core__read', { path: 'a.txt' });
    assert.deepEqual(
      outcome.decision.trace.map(({ slot, gate }) => `${slot}: ${gate}`),
      [
        'blocklist: shell-blocklist',
        'blocklist: web-address',
        'path-sandbox: path-sandbox',
        'permission-rules: permission-rules',
        'policy-rules: policy-rules',
        'policy-rules: protected-files',
        'sequence-policies: egress',
        'sequence-policies: sequence-policies',
        'trust: trust',
      ],
    );
    assert.deepEqual(product.gates.map(({ name }) => name).sort(), [...names].sort());
  });

  for (const name of names) {
    for (const [how, fault] of Object.entries(faults)) {
      it(`deny when ${name} ${how}`, async () => {
        let ask = (): void => undefined;
        const asked = new Promise<void>((settle) => (ask = settle));
        const check = () => {
          ask();
          return fault();
        };
        const broken = (gate: BoundGate): BoundGate =>
          gate.name === name ? { ...gate, check } : gate;
        product = open({ gates: (own) => own.map(broken) });
        const running = product.call('core__bash', sampleCalls['core__bash']);
        await asked;
        product.clock.advance(5000);
        const outcome = await running;
        assert.equal(outcome.failure?.errorCode, 'policy_denied');
        assert.deepEqual([product.terminals.commands, product.asked], [[], []]);
        assert.match(outcome.text, new RegExp(`The gate ${name} `));
        assert.equal(JSON.stringify([outcome, product.audit()]).includes(marker), false);
      });
    }
  }
});

describe('the combined verdict of all gates', () => {
  const verdict = fc.constantFrom<Verdict>(
    { verdict: 'abstain', reason: say`nothing to judge` },
    { verdict: 'allow', reason: say`fine` },
    { verdict: 'ask', reason: say`not sure` },
    { verdict: 'deny', reason: say`no`, errorCode: 'policy_denied' },
    { verdict: 'skip', reason: say`not worth it` },
  );

  it('is that of the first gate that denies or skips, else the strictest of any', async () => {
    const slotted = fc.array(fc.tuple(fc.constantFrom(...gateSlots), verdict), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(slotted, async (all) => {
        const gates = all.map(([slot, answer]) => boundGate({ slot, check: () => answer }));
        const answer = await askGates(gateCall({}), {
          gates,
          system: { clock: createFakeClock() },
        });
        const given = all.map(([, each]) => each.verdict);
        const first = given.find((each) => each === 'deny' || each === 'skip');
        assert.equal(answer.verdict, first ?? (given.includes('ask') ? 'ask' : 'allow'));
      }),
    );
  });

  it('is a deny if one gate denies, under any rules, trust level and origin', async () => {
    const rule = fc.record({
      tool: fc.constantFrom('*', 'core__bash', 'core__read'),
      pattern: fc.constantFrom('*', 'echo *', 'a.txt'),
      action: fc.constantFrom('allow', 'ask'),
      source: fc.constantFrom('user', 'session', 'granted', 'workspace', 'legacy', 'default'),
    } as const);
    const given = fc.record({
      rules: fc.array(rule, { maxLength: 4 }),
      slot: fc.constantFrom(...gateSlots),
      trust: fc.constantFrom(...trustLevels),
      origin: fc.constantFrom('model', 'user'),
      tool: fc.constantFrom('core__bash', 'core__read'),
    } as const);
    await fc.assert(
      fc.asyncProperty(given, async ({ rules, slot, trust, origin, tool }) => {
        const no: Verdict = { verdict: 'deny', reason: say`No.`, errorCode: 'policy_denied' };
        const denying = boundGate({ name: 'denying', slot, check: () => no });
        const product = open({
          trust,
          gates: (own) => [...own, denying],
          policy: { permissions: [...rules, ...openRules] },
          answer: () => ({ answer: 'allow' }),
        });
        const outcome = await product.call(tool, sampleCalls[tool], { origin });
        await product.dispose();
        assert.equal(outcome.failure?.errorCode, 'policy_denied');
        assert.deepEqual([product.terminals.commands, product.asked], [[], []]);
      }),
      { numRuns: 40 },
    );
  });
});
