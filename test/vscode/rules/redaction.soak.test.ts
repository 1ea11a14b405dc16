import { say } from '../../../src/core/base/sentence';
import * as assert from 'node:assert/strict';
import * as z from 'zod';
import { bindTool } from '../../../src/core/contracts/tools/bind-tool';
import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import { defineTool } from '../../../src/core/contracts/tools/define-tool';
import { succeed } from '../../../src/core/contracts/failure';
import { freshFolder, parts, put, until } from '../world';
import { call, pipelineWith, storedText } from './calls';
import { useModelChats } from './model-chat';
import { probeTool } from './probe-tool';
import { backgroundCalls, sampleCalls, webCalls } from './sample-calls';
import { withUser } from './settings';

const marker = 'zq7-opaque-marker-of-redaction';

/** The tool with an output field that its contract lacks; `toModel` shows every field it gets. */
function leaking(tool: BoundTool): BoundTool {
  return {
    ...tool,
    validateOutput: (value) => {
      const checked = tool.validateOutput(value);
      return checked.ok ? succeed({ ...checked.value, leak: marker }) : checked;
    },
    toModel: (value) => JSON.stringify(value),
  };
}

/** A contract with this allowlist. */
function withAllowlist(redact: readonly 'said'[]) {
  return defineTool<object>()({
    name: 'tell_tale',
    title: say`Tell`,
    description: 'Says something.',
    effect: 'read_only',
    kind: 'other',
    input: z.strictObject({}),
    output: z.object({ said: z.string() }),
    redact,
    cacheable: false,
    needs: [],
    subject: () => ({ text: '', reads: [], writes: [] }),
    label: () => 'tell',
    run: () => Promise.resolve(succeed({ said: 'x' })),
    toModel: ({ said = '' }) => said,
  });
}

/** Without an approval: after one, the call is judged again and each step occurs twice. */
const unasked = { tool: '*', pattern: '*', action: 'allow', source: 'user' } as const;

describe('rules: output of the pipeline', () => {
  const open = useModelChats();

  it('INV-04: a field off the allowlist is in no outcome, event, audit entry or stored text', async () => {
    const said = 'long '.repeat(20_000);
    const probe = probeTool('probe', { run: () => succeed({ said, secret: marker }) });
    const on = await pipelineWith({ probes: [probe.tool] });
    const { outcome, events, entry } = await call('probe', {}, { on });
    assert.equal(outcome.status, 'completed');
    assert.ok(outcome.overflowId !== undefined, 'the text was stored');
    assert.deepEqual(Object.keys(outcome.output), ['said']);
    assert.equal(JSON.stringify([outcome, events, entry]).includes(marker), false);
    assert.equal((await storedText()).includes(marker), false);
  });

  it('INV-04: an output field that the contract does not list is removed everywhere, for every tool', async () => {
    const folder = await freshFolder('inv04');
    const file = await put(folder, 'a.txt', 'one\n');
    const on = await pipelineWith({ tools: (own) => own.map(leaking) });
    for (const { name, args } of [...backgroundCalls, ...webCalls, ...sampleCalls(folder, file)]) {
      const made = await call(name, args, { on });
      assert.equal(JSON.stringify(made).includes(marker), false, name);
    }
    assert.equal((await storedText()).includes(marker), false);
  });

  it('INV-04: without an allowlist there is no tool; an output that cannot be made safe is withheld', async () => {
    assert.throws(() => bindTool(withAllowlist([]), {}), /needs a redaction allowlist/);
    const probe = probeTool('probe', { run: () => succeed({ said: marker, secret: marker }) });
    const allowlist = () => {
      throw new Error(marker);
    };
    const on = await pipelineWith({
      probes: [{ ...probe.tool, allowlist }],
      report: () => undefined,
    });
    const made = await call('probe', {}, { on });
    assert.equal(made.code, 'redaction_failed');
    assert.equal(made.entry.error_code, 'redaction_failed');
    assert.equal(JSON.stringify(made).includes(marker), false);
  });

  it('decision 10: a credential is in no card, request, audit entry or stored text', async () => {
    const key = `AKIA${'QRST'.repeat(4)}`;
    const file = await put(await freshFolder('key'), 'a.txt', `one ${key} two\n`);
    const chat = await open(
      { calls: [{ name: 'core__read', args: { path: file } }] },
      { text: 'ok' },
    );
    await chat.say('Read it.');
    const [card] = chat.cards();
    assert.match(card?.text ?? '', /\[REDACTED:/);
    const sent = chat.server.requests.map(({ body }) => body);
    assert.equal(JSON.stringify([chat.items(), sent]).includes(key), false);
    assert.equal((await storedText()).includes(key), false);
  });

  it('003-secrets-2: a pattern of the user is removed by every redaction', async () => {
    const secret = 'acme-20751533';
    const mark = '[REDACTED:extra]';
    const file = await put(await freshFolder('extra'), 'a.txt', `one ${secret} two\n`);
    const { log } = await parts();
    const shownByLog = () => {
      log.info(`extra ${secret}`);
      return log.recent().at(-1) ?? '';
    };
    await withUser({ 'filters.security.extraPatterns': ['acme-\\d{8}'] }, async () => {
      await until('the pattern is in force', () => shownByLog().endsWith(`extra ${mark}`));
      const chat = await open(
        { calls: [{ name: 'core__read', args: { path: file } }] },
        { text: `It says ${secret}.` },
      );
      await chat.say('Read it.');
      const [card] = chat.cards();
      const sent = JSON.stringify(chat.server.requests.map(({ body }) => body));
      assert.ok(card?.text.includes(mark), 'the card');
      assert.ok(sent.includes(`one ${mark} two`), 'the model');
      assert.equal(JSON.stringify([card, sent]).includes(secret), false);

      const made = await call('bash', { command: `echo ${secret}` });
      assert.equal(made.outcome.status, 'completed');
      assert.ok(made.outcome.text.includes(mark), 'the result');
      assert.equal(JSON.stringify(made.entry).includes(secret), false, 'the audit log');
      assert.equal((await storedText()).includes(secret), false, 'the storage');
    });
    await until('no pattern is in force', () => shownByLog().endsWith(`extra ${secret}`));
  });

  it('003-secrets-2: a pattern of the user that takes too long is switched off, and the others stay', async () => {
    const secret = 'acme-20751533';
    const { log } = await parts();
    const trap = 'x'.repeat(1000);
    const shownByLog = () => {
      log.info(`${trap} ${secret}`);
      return log.recent().at(-1) ?? '';
    };
    const slow = '^(?=[^]{900})(?:x+x+)+y';
    await withUser({ 'filters.security.extraPatterns': [slow, 'acme-\\d{8}'] }, async () => {
      await until('the rest is in force', () => shownByLog().endsWith(`${trap} [REDACTED:extra]`));
      const told = log.recent().filter((line) => line.includes('extraPatterns took too long'));
      assert.equal(told.length, 1);
      assert.match(told[0] ?? '', /Pattern 1 in gatehouse/);
    });
  });

  it('INV-27: the runner authorizes, validates, runs, validates and redacts; a failure ends it', async () => {
    const ends = ['authorize', 'prepare', 'exec', 'validateOutput', 'allowlist'] as const;
    for (const [index, failing] of [...ends, undefined].entries()) {
      const steps: string[] = [];
      const at = (step: (typeof ends)[number]) => {
        if (steps.at(-1) !== step) steps.push(step);
        if (step === failing) throw new Error('fails');
      };
      const { tool } = probeTool('probe', {
        run: () => {
          at('exec');
          return succeed({ said: 'done', secret: '' });
        },
      });
      const spied: BoundTool = {
        ...tool,
        prepare: (args) => {
          at('prepare');
          return tool.prepare(args);
        },
        validateOutput: (value) => {
          at('validateOutput');
          return tool.validateOutput(value);
        },
        allowlist: (value) => {
          at('allowlist');
          return tool.allowlist(value);
        },
        toModel: (value) => {
          steps.push('toModel');
          return tool.toModel(value);
        },
      };
      const authorization = {
        check: () => {
          at('authorize');
          return { allowed: true } as const;
        },
      };
      const on = await pipelineWith({
        probes: [spied],
        authorization,
        policy: { permissions: [unasked] },
        report: () => undefined,
      });
      const { outcome } = await call('probe', {}, { on });
      const passed = failing === undefined ? [...ends, 'toModel'] : ends.slice(0, index + 1);
      assert.deepEqual(steps, passed);
      assert.equal(outcome.status, failing === undefined ? 'completed' : 'failed');
    }
  });
});
