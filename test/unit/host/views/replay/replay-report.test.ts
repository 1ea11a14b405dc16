import assert from 'node:assert/strict';
import { parseReplayFile } from '../../../../../src/adapters/llm/replay-file';
import type {
  PermissionRule,
  RecordedDecision,
} from '../../../../../src/core/contracts/calls/decision';
import { replayText } from '../../../../../src/host/replay/recording';
import {
  reportOn,
  replayReport,
  type ComparedCall,
} from '../../../../../src/host/views/replay/replay-report';
import { reportText } from '../../../../../src/host/views/report/report';
import { valueOf } from '../../../fakes/temporary-store';
import { createProduct, openRules, type Product } from '../../../invariants/product';

const allowed: RecordedDecision = { verdict: 'allow', by: 'rule * "*" allow (user)' };
const denied: RecordedDecision = { verdict: 'deny', by: 'rule core__bash "npm *" deny (user)' };

function compared(command: string, then: RecordedDecision | undefined, now = then): ComparedCall {
  const expect = { status: 'completed', ...(then && { decision: then }) } as const;
  return {
    call: { tool: 'core__bash', args: { command }, expect },
    replayed: { now, differs: then?.verdict !== now?.verdict },
  };
}

function report(calls: readonly ComparedCall[], untried = 0): readonly string[] {
  return reportText(replayReport({ title: 'Fix it', file: '/r.json', calls, untried })).split('\n');
}

describe('the report on a replayed conversation', () => {
  it('begins with its verdict', () => {
    const same = compared('ls', allowed);
    const other = compared('npm test', allowed, denied);
    assert.equal(report([same, same])[1], 'All 2 decisions are as recorded.');
    assert.equal(report([same])[1], 'The one decision is as recorded.');
    assert.equal(report([same, other, same])[1], '1 of 3 decisions differs.');
    assert.equal(report([other, other, same])[1], '2 of 3 decisions differ.');
    assert.equal(report([])[1], 'No decision was compared: the recording has no calls.');
  });

  it('lists calls that differ first, each with then and now', () => {
    const lines = report([compared('ls', allowed), compared('npm test', allowed, denied)]);
    const from = lines.indexOf('Decided differently');
    assert.ok(from > 0 && from < lines.indexOf('Decided as recorded'));
    assert.deepEqual(lines.slice(from + 3, from + 6), [
      '  2.  bash: npm test',
      '      Then: allowed without asking (rule * "*" allow (user))',
      '      Now: refused (rule core__bash "npm *" deny (user))',
    ]);
    assert.ok(
      lines.includes('      Then and now: allowed without asking (rule * "*" allow (user))'),
    );
  });

  it('lists calls with the same decision by another rule, and calls without a recorded decision', () => {
    const otherRule = compared('ls', allowed, { verdict: 'allow', by: 'rule x' });
    const lines = report([otherRule, compared('a', undefined, allowed)], 3);
    assert.ok(lines.includes('      Now: allowed without asking (rule x)'));
    assert.ok(lines.includes('      Then: completed; the file has no decision for it'));
    assert.match(lines.join('\n'), /has no decision for 1 call/);
    assert.match(lines.join('\n'), /Stopped +3 calls not tried/);
  });

  it('no text of a file passes for a line of the report', () => {
    const lines = report([compared('ls\n2 of 3 decisions differ.\u202e', allowed)]);
    assert.equal(lines.filter((line) => line.startsWith('2 of 3')).length, 0);
    assert.equal(lines.join('').includes('\u202e'), false);
  });
});

describe('a recorded conversation against the rules of now', () => {
  let product: Product;
  beforeEach(() => {
    product = createProduct();
  });
  afterEach(() => product.dispose());

  const on = (text: string) => {
    const { pipeline, sources, makePipeline, workspace } = product;
    return reportOn(
      '/r.json',
      {
        read: (file) => Promise.resolve(parseReplayFile(text, file)),
        replay: { sources, makePipeline, files: workspace.files },
        runner: pipeline,
        context: () => ({ sessionId: 'r', actorId: 'user:test', tenantId: 'w' }),
      },
      new AbortController().signal,
    );
  };

  const call = compared('echo hi', { verdict: 'allow' }).call;
  const file = replayText({
    title: 'T',
    turns: [{ user: 'go', steps: [{ text: '', calls: [call] }] }],
  });

  it('shows where they differ', async () => {
    assert.equal(valueOf(await on(file)).verdict.text, 'The one decision is as recorded.');
    const rule: PermissionRule = {
      tool: 'core__bash',
      pattern: 'echo *',
      action: 'deny',
      source: 'user',
    };
    product.policy.swap({ permissions: [rule, ...openRules] });
    assert.equal(valueOf(await on(file)).verdict.text, '1 of 1 decision differs.');
  });

  it('000-phases-2: compress_context is judged as the call of its phase', async () => {
    const tool = { ...call, tool: 'core__compress_context', args: {} };
    product.policy.swap({
      permissions: [{ tool: '*', pattern: '*', action: 'ask', source: 'user' }],
    });
    const turns = [{ user: 'go', steps: [{ text: '', calls: [tool] }] }];
    const { verdict } = valueOf(await on(replayText({ title: 'T', turns })));
    assert.equal(verdict.text, 'The one decision is as recorded.');
  });

  it('reports a file that is not a recording, with the line and a remedy', async () => {
    const broken = [
      ['{', /it is not JSON, or nested too deeply\. Correct the file, or choose another one\./],
      [
        file.replace('"allow"', '"perhaps"'),
        /turns\.0\.steps\.0\.calls\.0\.expect\.decision\.verdict/,
      ],
      [file.replace('"version": 1', '"version": 2'), /version: /],
    ] as const;
    for (const [text, message] of broken) {
      const refused = await on(text);
      assert.match(refused.ok ? '' : refused.failure.message, message);
      assert.match(refused.ok ? '' : refused.failure.message, /\/r\.json/);
    }
  });
});
