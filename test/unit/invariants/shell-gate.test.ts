import { told } from '../fakes/told';
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Policy } from '../../../src/core/contracts/policy/policy';
import { createShellReader } from '../../../src/adapters/shell/shell-reader';
import { systemClock } from '../../../src/adapters/system/clock';
import { fakeShellPolicy } from '../fakes/policy';
import { createProduct, productContext, type Product, type ProductOptions } from './product';

describe('the shell gate of the product', () => {
  let product: Product;
  const open = (options: ProductOptions = {}): Product => (product = createProduct(options));
  afterEach(() => product.dispose());

  const allowing = (...patterns: readonly string[]): Pick<Policy, 'permissions'> => ({
    permissions: patterns.map((pattern) => {
      return { tool: 'core__bash', pattern, action: 'allow', source: 'user' } as const;
    }),
  });
  const blocking = (...blocked: readonly string[]) => fakeShellPolicy({ blocked });

  it('000-shell-1: the blocklist is checked before any rule; no rule, typed call or token lifts it', async () => {
    const shell = blocking('sudo');
    const policy = { ...allowing('echo *', 'sudo *', 'eval *'), shell };
    const { asked } = open({ policy, answer: () => ({ answer: 'allow' }) });
    for (const command of ['echo $(id)', 'sudo ls', 'echo x; eval "sudo ls"', 'cat <<< x']) {
      for (const more of [{}, { origin: 'user' }, { token: 'made-up' }] as const) {
        const { decision, failure } = await product.call('bash', { command }, more);
        assert.equal(decision.verdict, 'deny', command);
        assert.equal(failure?.category, 'policy_blocked', command);
        assert.equal(decision.trace.at(-1)?.slot, 'blocklist', command);
      }
    }
    assert.deepEqual(asked, [], 'a blocked command does not ask');
    assert.deepEqual(product.terminals.commands, []);
  });

  it('000-shell-5: a swapped policy decides the next call and a pending one, without a restart', async () => {
    let swapped = 0;
    const { policy } = open({
      policy: { ...allowing('git status *'), shell: blocking('make') },
      answer: () => {
        // The blocklist changes while the approval is pending.
        policy.swap({ shell: blocking('terraform') });
        swapped += 1;
        return { answer: 'allow' };
      },
    });
    assert.equal((await product.call('bash', { command: 'make' })).decision.verdict, 'deny');
    const judgedAgain = await product.call('bash', { command: 'terraform apply' });
    assert.equal(judgedAgain.decision.verdict, 'deny', 'the newer deny holds after the approval');
    assert.equal(judgedAgain.decision.policyVersion, 2);
    const made = await product.call('bash', { command: 'git status' });
    assert.equal(made.decision.verdict, 'allow');
    assert.equal((await product.call('bash', { command: 'terraform' })).decision.policyVersion, 2);
    assert.equal(swapped, 1);
  });

  it('decision shell-same-text: the text that runs is, byte for byte, the text that was sent and logged', async () => {
    open({ policy: allowing('echo *') });
    const commands = [
      'echo  "a  b"',
      "echo 'x\ty'",
      'echo a \\\n  b',
      'echo ünï\u{1F600}',
      'echo -n',
    ];
    for (const command of commands) await product.call('bash', { command });
    const ran = product.terminals.commands.map(({ request }) => request.command);
    assert.deepEqual(ran, commands);
    assert.deepEqual(
      product.audit().map((entry) => entry.call['command']),
      commands,
    );
  });

  it('decision shell-parser: without the grammar every command asks, and what denies still denies', async () => {
    const errors: unknown[] = [];
    const shell = createShellReader({
      runtimeWasm: path.join(__dirname, 'no-such.wasm'),
      grammarWasm: path.join(__dirname, 'no-such.wasm'),
      clock: systemClock,
      report: (error) => errors.push(error),
    });
    const rules = allowing('echo *').permissions;
    const deny = { tool: 'core__bash', pattern: 'rm *', action: 'deny', source: 'user' } as const;
    const policy = { permissions: [deny, ...rules], shell: blocking('sudo') };
    const { asked } = open({ policy, shell });
    const verdict = async (command: string) => {
      const before = asked.length;
      const { decision } = await product.call('bash', { command });
      assert.equal(decision.verdict, 'deny');
      return asked.length > before ? 'asked' : 'denied';
    };
    assert.equal(await verdict('echo x'), 'asked');
    assert.match(told(asked)[0]?.details.reasons.join() ?? '', /could not be loaded.*Reinstall/);
    assert.equal(await verdict('echo x; rm y'), 'denied');
    assert.equal(await verdict('echo `id`'), 'denied');
    assert.equal(await verdict('ls | sudo tee x'), 'denied');
    assert.ok(errors.length > 0, 'the log says why');
  });

  it('000-envelope-1: a shell call always has an exit code in the log; each entry has its claim_source', async () => {
    open({ policy: allowing('echo *') });
    await product.call('bash', { command: 'echo src/a.ts' });
    await product.call('bash', { command: 'echo $(id)' });
    await product.call('bash', { command: 'rm ./x/y' });
    await product.call('read', { path: 'a.ts' });
    assert.deepEqual(
      product.audit().map(({ exit_code, claim_source }) => [exit_code, claim_source]),
      [
        [0, 'shell: src/a.ts'],
        [-1, 'shell'],
        [-1, 'shell: ./x/y'],
        [undefined, 'file_system: a.ts'],
      ],
    );
  });

  it('decision 5: Explain shows each sub-command, its rule and its hazards', async () => {
    const { pipeline } = open({ policy: allowing('git *', 'sort *') });
    const { steps, verdict } = await pipeline.explain(
      {
        toolCallId: 'explain',
        tool: 'bash',
        args: { command: 'git status && sort -o out in' },
        phase: 'executor',
        origin: 'model',
        attempt: 0,
      },
      productContext,
    );
    assert.equal(verdict, 'ask');
    const parts = steps.find(({ gate }) => gate === 'permission-rules')?.parts;
    assert.deepEqual(
      parts?.map(({ text, verdict: of }) => `${of} ${text}`),
      ['allow git status', 'ask sort -o out in'],
    );
    assert.match(told(parts)[0]?.reason ?? '', /^rule bash "git \*" \(user\)$/);
    assert.equal(parts[1]?.hazards.length, 1);
  });

  it('003-permissions-9: "Always allow" offers one rule per sub-command, and they allow the call', async () => {
    const { asked, policy } = open({ policy: allowing() });
    await product.call('bash', { command: 'git status -s && npm run lint' });
    const [offer = []] = asked[0]?.details.alwaysOffers ?? [];
    assert.deepEqual(
      offer.map(({ pattern }) => pattern),
      ['git status -s', 'npm run lint'],
    );
    policy.swap(allowing(...offer.map(({ pattern }) => pattern)));
    const again = await product.call('bash', { command: 'git status -s && npm run lint' });
    assert.equal(again.decision.approvedBy, 'auto');
  });
});
