import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ruleActions } from '../../../src/core/contracts/calls/decision';
import { trustLevels } from '../../../src/core/contracts/tool-spec';
import { createProduct, productContext } from './product';
import { times } from '../../soak';

const rule = fc.record({
  tool: fc.constantFrom('*', 'core__bash', 'core__read', 'core__write', 'core__edit'),
  pattern: fc.constantFrom(
    '*',
    'a*',
    'git *',
    'a.txt',
    'sub/*',
    'rm *',
    'echo *',
    '.git/*',
    '../*',
  ),
  action: fc.constantFrom(...ruleActions),
  source: fc.constantFrom('workspace', 'session', 'granted', 'user', 'default'),
});

const policyRule = fc.record({
  effect: fc.constantFrom('allow', 'deny'),
  tool: fc.constantFrom('*', 'b*', 'read'),
  argsMatch: fc.constantFrom('a', '^git'),
  place: fc.constant('policy.rules[0]'),
});

const commands = [
  'git status',
  'git status; rm x',
  'echo $(rm x)',
  'A=1 git status',
  'echo\nrm x',
  '',
];
const paths = [
  'a.txt',
  './a.txt',
  'sub/../a.txt',
  '../x',
  '/etc/passwd',
  '.git/x',
  '.',
  '',
  'A.TXT',
];
const args = fc.oneof(
  fc.record({ command: fc.constantFrom(...commands) }),
  fc.record({ path: fc.constantFrom(...paths), content: fc.constant('x') }),
  fc.record({ path: fc.constantFrom(...paths) }),
  fc.constantFrom('nonsense', '{"_tafc_think":"x"}', '{"__proto__":{"a":1},"path":"a.txt"}'),
);

const world = fc.record({
  permissions: fc.array(rule, { maxLength: 5 }),
  policyRules: fc.array(policyRule, { maxLength: 1 }),
  trust: fc.constantFrom(...trustLevels),
  tool: fc.constantFrom('bash', 'read', 'write', 'edit', 'list_directory', 'no_such_tool'),
  args,
});

describe('Explain', () => {
  it('predicts the verdict on a real call, for any rules, trust level and arguments', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ permissions, policyRules, trust, tool, args: given }) => {
        const policy = { permissions, policyRules, approvalEffects: ['state_change'] as const };
        const product = createProduct({ policy, trust });
        try {
          const call = { toolCallId: 'x', tool, args: given, attempt: 0 };
          const raw = { ...call, phase: 'executor', origin: 'model' } as const;
          const predicted = await product.pipeline.explain(raw, productContext);
          const { decision } = await product.call(tool, given);
          const real = product.asked.length > 0 ? 'ask' : decision.verdict;
          assert.equal(predicted.verdict, real);
          assert.equal(product.audit().length, 1);
        } finally {
          await product.dispose();
        }
      }),
      { numRuns: times(100) },
    );
  });
});
