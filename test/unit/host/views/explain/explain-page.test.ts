import { say, asIs } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ExplainStep } from '../../../../../src/core/contracts/calls/decision';
import { explainPage } from '../../../../../src/host/views/explain/explain-page';
import { reportText } from '../../../../../src/host/views/report/report';
import { explanation, gate, passed, past, refused, rule } from './pages';

const push = { tool: 'bash', argsJson: '{"command":"git push"}', origin: 'model' } as const;
const insideFolder = gate('path-sandbox', 'allow', 'inside the workspace');
const noRule = gate('permission-rules', 'ask', 'no rule matches');
const isTrusted = gate('trust', 'allow', 'its source is trusted');

const asked = `Explain Decision: bash: git push
Would ask you before running

  Asks because      Permission rules: no rule matches
  Permission level  Use my rules
  Policy            version 7

Checks
──────

  asks  Permission rules  no rule matches

  9 other checks passed

  passes  Caller         Identified; no secrets passed
  passes  Arguments      Valid JSON
  passes  Tool           A tool of this name exists
  passes  Allowed tools  The tool is turned on (Gatehouse: Tools…)
  passes  Authorization  Tools may run: you trust this workspace
  passes  Connection     A tool that signs in needs a connection that you granted
  passes  Schema         The arguments are valid
  passes  Paths          inside the workspace
  passes  Trust level    its source is trusted

The call
────────

  Tool       bash
  Called by  the agent

  │ git push

About these checks
──────────────────

  Paths             Must be inside the open folders and not on the deny list.
  Permission rules  The first matching rule decides; if none matches, Gatehouse asks.
  Trust level       How far you trust the tool (Gatehouse: Set Trust Level…).

Nothing was run, asked or recorded for this explanation. The call quota is not checked
here.
`;

const thenAndNow = `Explain Decision: bash: git status -s
Allowed without asking

  Why               Permission rules: allow bash \`git status *\` (your settings,
                    gatehouse.permissions.bash[0], since 2026-01-31)
  Approved by       your rules
  Trust level       trusted
  Permission level  Edits run
  Policy            version 3

Checks at the time
──────────────────

  passes  Permission rules  allow bash \`git status *\`
                            from: your settings, gatehouse.permissions.bash[0], since
                            2026-01-31

  1 other check passed

  passes  Paths  inside the workspace

Decision now
────────────

  Would be denied without asking you

  Why               Permission rules: deny bash \`git *\` (this workspace's settings,
                    gatehouse.workspace.deny.bash[0])
  Permission level  Use my rules
  Policy            version 7 (rules or settings have changed since)

  denies  Permission rules  deny bash \`git *\`
                            from: this workspace's settings,
                            gatehouse.workspace.deny.bash[0]
                            error code for the agent: policy_denied
  denies  Policy rules      Denied by the rule policy.rules[0]
                            from: your settings, gatehouse.policy.rules[0]
                            matched tool
                            error code for the agent: policy_denied

The call
────────

  Tool       bash
  Called by  the agent

  │ git status -s

About these checks
──────────────────

  Permission rules  The first matching rule decides; if none matches, Gatehouse asks.
  Policy rules      Additional rules (gatehouse.policy.rules): they deny, never allow.
  Paths             Must be inside the open folders and not on the deny list.

Nothing was run, asked or recorded for this explanation. The call quota is not checked
here.
`;

function text(...args: Parameters<typeof explainPage>): string {
  return reportText(explainPage(...args));
}

describe('the page of Explain', () => {
  it('shows the verdict first, then every check in order with a note on each', () => {
    const now = explanation('ask', [...passed, insideFolder, noRule, isTrusted]);
    assert.equal(text({ call: push, now }), asked);
  });

  it('shows for a past call what was decided then and what would be decided now', () => {
    const allowed = gate('permission-rules', 'allow', 'rule bash …', { rule: rule() });
    const call = past({
      decision: {
        verdict: 'allow',
        approvedBy: 'auto',
        trace: [insideFolder, allowed],
        policyVersion: 3,
        trust: 'trusted',
        permissionLevel: 'edits',
      },
    });
    const denied = rule({
      pattern: 'git *',
      action: 'deny',
      source: 'workspace',
      place: 'workspace.deny.bash[0]',
    });
    const { added: _none, ...undated } = denied;
    const now = explanation('deny', [
      gate('permission-rules', 'deny', 'Denied by …', {
        rule: undated,
        errorCode: 'policy_denied',
      }),
      gate('policy-rules', 'deny', 'Denied by the rule policy.rules[0].', {
        policyRule: { place: 'policy.rules[0]', result: say`matched ${'tool'}` },
        errorCode: 'policy_denied',
      }),
    ]);
    const page = text({ call, past: call, now });
    assert.equal(page, thenAndNow);
  });

  it('says that a refusal before the gates ends the judgement', () => {
    const reason = 'The tool bash is not on the list of allowed tools.';
    const steps = [...passed.slice(0, 3), refused('admit', reason, 'policy_denied')];
    const page = text({ call: push, now: explanation('deny', steps) });
    assert.match(
      page,
      / {2}Why +Allowed tools: The tool bash is not on the list of allowed tools\n/,
    );
    assert.match(page, / {2}denies {2}Allowed tools {2}The tool bash is not on the list/);
    assert.match(page, / {2}3 other checks passed\n/);
  });

  it('000-gates-3: names a gate that is not asked, which may still deny the call', () => {
    const model: ExplainStep = {
      ...{ slot: 'adversarial', gate: 'policy-model' },
      ...{ verdict: 'unasked', reason: say`would be asked` },
    };
    const page = text({ call: push, now: explanation('allow', [...passed, isTrusted, model]) });
    assert.match(page, / {2}Unless +Policy model denies it \(it is not asked here\)\n/);
    assert.match(page, /open {2}Policy model +would be asked/);
    const denied = refused('admit', 'No.', 'policy_denied');
    assert.doesNotMatch(text({ call: push, now: explanation('deny', [denied, model]) }), /Unless/);
  });

  it('decision 48: says of a call that would be skipped, and of one that was, that it is not run', () => {
    const skips = gate('utility', 'skip', 'The chat knows this file.');
    const page = text({ call: push, now: explanation('skip', [...passed, skips]) });
    assert.ok(page.includes('Would be skipped: answered without running or asking\n'));
    assert.match(page, / {2}Why +Utility: The chat knows this file\n/);
  });

  it('names a deny rule of the tool that never applies, and the rule that shadows it', () => {
    const deny = rule({ pattern: 'rm *', action: 'deny', place: 'permissions.bash[1]' });
    const by = rule({ pattern: '*', action: 'ask' });
    const other = rule({ tool: 'core__read', action: 'deny' });
    const shadowed = [
      { rule: deny, by },
      { rule: other, by },
    ];
    const page = text({ call: push, now: explanation('ask', [noRule], { shadowed }) });
    assert.match(page, /Deny rules that never apply\n─+\n\n {2}deny bash `rm \*` \(your settings/);
    assert.match(page, /An earlier rule matches first: ask before every bash call/);
    assert.ok(!page.includes('deny read'));
  });

  it('decision 37: says of a typed call that typing is its approval', () => {
    const call = past({ origin: 'user' });
    const page = text({ call, past: call, now: explanation('ask', [noRule]) });
    assert.match(page, /Would run if you type it as one line: typing approves it/);
    assert.match(page, /Called by {2}you \(typed\)/);
  });

  it('says that the text with redaction marks is what is judged now', () => {
    const call = past({ argsJson: '{"command":"curl -H [REDACTED:token] x"}' });
    const page = text({ call, past: call, now: explanation('ask', [noRule]) });
    assert.match(page, /Note: Secrets were redacted/);
  });

  it('says that arguments which could not be read were not kept', () => {
    const failure = { errorCode: 'invalid_json', message: 'No JSON object.' };
    const call = past({ argsJson: '{}', status: 'failed', failure });
    const page = text({ call, past: call, now: explanation('ask', [noRule]) });
    assert.match(page, /Note: The arguments were not valid JSON and were not kept/);
  });

  it('shows the arguments of other tools as JSON, cut when they are long', () => {
    const argsJson = JSON.stringify({ path: 'a.ts', content: 'x'.repeat(10_000) });
    const call = { tool: 'write', argsJson, origin: 'model' } as const;
    const page = text({ call, now: explanation('ask', [noRule]) });
    assert.ok(page.includes('\n  │ {\n  │   "path": "a.ts",\n'));
    assert.match(page, /characters are not shown here/);
    assert.ok(page.length < 10_000);
  });

  it('text from a call, rule or gate cannot pass for a line of the page', () => {
    const own =
      /^(?:Denied|Checks.*|Decision now|The call|Deny rules .+|About these checks|─+|Nothing was run.+|here\.|)$/;
    const hostile = fc
      .array(
        fc.oneof(
          fc.constantFrom('\n', '\r', '\u2028', '\u202e', '\t', '  1  ', 'The call', ' '),
          fc.string({ unit: 'binary' }),
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(hostile, (foreign) => {
        const steps = [
          gate('x', 'deny', foreign, {
            gate: foreign,
            rule: rule({ pattern: foreign, place: foreign, added: foreign, action: 'deny' }),
            policyRule: { place: foreign, result: asIs(foreign) },
          }),
          gate('y', 'ask', foreign, { match: foreign }),
        ];
        const call = past({
          tool: foreign,
          argsJson: foreign,
          failure: { errorCode: foreign, message: foreign },
          decision: {
            verdict: 'deny',
            approvedBy: 'none',
            trace: steps,
            policyVersion: 1,
            trust: 'trusted',
          },
        });
        const shadowed = [{ rule: rule({ tool: foreign, pattern: foreign }), by: rule() }];
        const now = explanation('deny', steps, { tool: foreign, shadowed });
        const [, ...lines] = text({ call, past: call, now }).split('\n');
        for (const line of lines) {
          assert.ok(line.startsWith('  ') || own.test(line), JSON.stringify(line));
          assert.doesNotMatch(line, /[\p{Cc}\p{Zl}\p{Zp}\u202e]/u);
        }
      }),
    );
  });
});
