import assert from 'node:assert/strict';
import type { BoundTool, PreparedCall } from '../../../src/core/contracts/tools/bound-tool';
import type { BoundGate } from '../../../src/core/contracts/policy/define-gate';
import { failure, fail } from '../../../src/core/contracts/failure';
import { createProduct, openRules, type Product, type ProductOptions } from './product';

const marker = 'zq7-opaque-marker-of-this-test';
const refusal = fail(failure('validation', 'Not like this.'));

/** The same tool; it records the steps that reach it. */
function watched(tool: BoundTool, log: string[]): BoundTool {
  const note = <T>(what: string, value: T): T => {
    log.push(what);
    return value;
  };
  const watchRun = (prepared: PreparedCall): PreparedCall => ({
    ...prepared,
    exec: (context, auth) => note('run', prepared.exec(context, auth)),
  });
  return {
    ...tool,
    prepare: (args) => {
      const prepared = note('check arguments', tool.prepare(args));
      return prepared.ok ? { ok: true, value: watchRun(prepared.value) } : prepared;
    },
    validateOutput: (value) => note('check output', tool.validateOutput(value)),
    toModel: (value) => note('write text', tool.toModel(value)),
    allowlist: (value) => {
      // The secret scan reads the same fields just before.
      if (log.at(-1) !== 'redact') log.push('redact');
      return tool.allowlist(value);
    },
  };
}

const whole = [
  'authorize',
  'check arguments',
  'ask the gates',
  'run',
  'check output',
  'redact',
  'write text',
];

/** What goes wrong, and how far the call gets. */
interface Stop {
  readonly change?: (tool: BoundTool) => BoundTool;
  readonly options?: ProductOptions;
  readonly tool?: string;
  readonly reached: readonly string[];
}

const asIs = (tool: BoundTool): BoundTool => tool;

describe('the order of a call', () => {
  let product: Product;
  let log: string[] = [];

  /** The product with recorded stages and the test's changes to `read`. */
  function open(change: (tool: BoundTool) => BoundTool, options: ProductOptions = {}): void {
    log = [];
    const watch = (gate: BoundGate): BoundGate => ({
      ...gate,
      check: (call) => {
        if (log.at(-1) !== 'ask the gates') log.push('ask the gates');
        return gate.check(call);
      },
    });
    product = createProduct({
      tools: (own) => own.map((tool) => watched(change(tool), log)),
      gates: (own) => own.map(watch),
      authorization: {
        check: () => {
          log.push('authorize');
          return { allowed: true };
        },
      },
      ...options,
    });
    product.workspace.put('ws/a.txt', 'one\n');
  }

  afterEach(() => product.dispose());

  it('INV-27: the runner authorizes, validates, judges, runs, validates and redacts, in this order', async () => {
    open(asIs);
    assert.equal((await product.call('core__read', { path: 'a.txt' })).status, 'completed');
    assert.deepEqual(log, whole);
  });

  const throwing = (): never => {
    throw new Error(marker);
  };
  const stops: Readonly<Record<string, Stop>> = {
    'an unknown tool': { tool: 'core__nothing', reached: [] },
    'a tool off the allowlist': {
      options: { policy: { allowedTools: new Set() } },
      reached: [],
    },
    'a failing authorization': {
      options: { authorization: { check: throwing } },
      reached: [],
    },
    'a refusal of the arguments': {
      change: (tool) => ({ ...tool, prepare: () => refusal }),
      reached: whole.slice(0, 2),
    },
    'a deny of a gate': {
      options: {
        policy: {
          permissions: [
            { tool: 'core__read', pattern: 'a.txt', action: 'deny', source: 'user' },
            ...openRules,
          ],
        },
      },
      reached: whole.slice(0, 3),
    },
    'a refusal of the output': {
      change: (tool) => ({ ...tool, validateOutput: () => refusal }),
      // Nothing is left to redact, so nothing is recorded.
      reached: whole.slice(0, 6),
    },
  };
  for (const [what, { change = asIs, options = {}, tool, reached }] of Object.entries(stops)) {
    it(`INV-27: ${what} ends the call at its stage`, async () => {
      open(change, options);
      const outcome = await product.call(tool ?? 'core__read', { path: 'a.txt' });
      assert.equal(outcome.status, 'failed');
      assert.deepEqual(log, reached);
      assert.deepEqual(outcome.output, {});
      assert.equal(JSON.stringify(outcome).includes(marker), false);
    });
  }
});
