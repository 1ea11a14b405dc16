import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ExplainStep } from '../../../../../src/core/contracts/calls/decision';
import { explainText } from '../../../../../src/host/views/explain/explain-text';
import { explanation, gate, passed, past, refused, rule } from './pages';

const push = { tool: 'bash', argsJson: '{"command":"git push"}', origin: 'model' } as const;
const insideFolder = gate('path-sandbox', 'allow', 'inside the workspace');
const noRule = gate('permission-rules', 'ask', 'no rule matches');
const isTrusted = gate('trust', 'allow', 'its source is trusted');

const asked = `bash: git push

What would be decided now
─────────────────────────

  Gatehouse would ask you before it runs.

  Asks because  Permission rules: no rule matches
  Policy        version 7

   1  Caller            passes   the caller is known, and no secret is passed along
   2  Arguments         passes   the arguments can be read
   3  Tool              passes   there is a tool of this name
   4  Allowed tools     passes   the tool is switched on (Gatehouse: Tools…)
   5  Authorization     passes   tools may run in this workspace: you trust it
   6  Connection        passes   a tool that signs in needs a connection you granted
   7  Form              passes   the arguments fit the tool
   8  Path sandbox      passes   inside the workspace
   9  Permission rules  asks     no rule matches
  10  Trust level       passes   its source is trusted

The call
────────

  Tool       bash
  Called by  the agent
  Command
  │ git push

Summary of the checks
─────────────────────

  Path sandbox      Paths are in the open folders and not on the deny list.
  Permission rules  The first matching rule decides; if none matches, Gatehouse asks.
  Trust level       How far you trust the tool (Gatehouse: Set Trust Level…).

Nothing was run, asked or recorded for this explanation.
The quota of calls is not checked here.
`;

const thenAndNow = `bash: git status -s

What was decided then
─────────────────────

  It was allowed without asking.

  Because      Permission rules: allow bash \`git status *\` (your settings,
               gatehouse.permissions.bash[0], since 2026-01-31)
  Approved by  the rules alone
  Trust level  trusted
  Policy       version 3

  1  Path sandbox      passes   inside the workspace
  2  Permission rules  passes   allow bash \`git status *\`
                                from: your settings, gatehouse.permissions.bash[0],
                                since 2026-01-31

What would be decided now
─────────────────────────

  It would be denied without asking you.

  Because  Permission rules: deny bash \`git *\` (this workspace's settings,
           gatehouse.workspace.deny.bash[0])
  Policy   version 7: rules or settings have changed since then

  1  Permission rules  refuses  deny bash \`git *\`
                                from: this workspace's settings,
                                gatehouse.workspace.deny.bash[0]
                                error code for the agent: policy_denied

  A call ends at the first check that denies it. The other checks:

  2  Policy rules      refuses  Denied by the rule policy.rules[0]
                                from: your settings, gatehouse.policy.rules[0]
                                matched tool
                                error code for the agent: policy_denied
`;

function text(...args: Parameters<typeof explainText>): string {
  return explainText(...args);
}

describe('explainText', () => {
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
        policyRule: { place: 'policy.rules[0]', result: 'matched tool' },
        errorCode: 'policy_denied',
      }),
    ]);
    const page = text({ call, past: call, now });
    assert.equal(page.slice(0, thenAndNow.length), thenAndNow);
  });

  it('says that a refusal before the gates ends the judgement', () => {
    const reason = 'The tool bash is not on the list of allowed tools.';
    const steps = [...passed.slice(0, 3), refused('admit', reason, 'policy_denied')];
    const page = text({ call: push, now: explanation('deny', steps) });
    assert.ok(
      page.includes(
        '  Because  Allowed tools: The tool bash is not on the list of allowed tools\n',
      ),
    );
    assert.ok(page.includes('  4  Allowed tools  refuses  The tool bash is not on the list'));
  });

  it('000-gates-3: names a gate that is not asked, which may still deny the call', () => {
    const model: ExplainStep = {
      ...{ slot: 'adversarial', gate: 'policy-model' },
      ...{ verdict: 'unasked', reason: 'would be asked' },
    };
    const page = text({ call: push, now: explanation('allow', [...passed, isTrusted, model]) });
    assert.ok(page.includes('  Unless   Policy model, not asked here, denies it\n'));
    assert.match(page, /9 {2}Policy model +open +would be asked/);
    const denied = refused('admit', 'No.', 'policy_denied');
    assert.doesNotMatch(text({ call: push, now: explanation('deny', [denied, model]) }), /Unless/);
  });

  it('decision 48: says of a call that would be skipped, and of one that was, that it is not run', () => {
    const skips = gate('utility', 'skip', 'The chat knows this file.');
    const page = text({ call: push, now: explanation('skip', [...passed, skips]) });
    assert.ok(page.includes('It would be skipped: not run, and answered without asking you.'));
    assert.ok(page.includes('  Because  Utility: The chat knows this file\n'));
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
    assert.match(page, /because this rule matches first: {2}ask before every bash call/);
    assert.ok(!page.includes('deny read'));
  });

  it('decision 37: says of a typed call that typing is its approval', () => {
    const call = past({ origin: 'user' });
    const page = text({ call, past: call, now: explanation('ask', [noRule]) });
    assert.match(page, /If you key it in as one line, it runs without asking/);
    assert.match(page, /Called by {2}you, by typing it/);
  });

  it('says that the text with redaction marks is what is judged now', () => {
    const call = past({ argsJson: '{"command":"curl -H [REDACTED:token] x"}' });
    const page = text({ call, past: call, now: explanation('ask', [noRule]) });
    assert.match(page, /Note: Possible secrets were redacted/);
  });

  it('says that arguments which could not be read were not kept', () => {
    const failure = { errorCode: 'invalid_json', message: 'No JSON object.' };
    const call = past({ argsJson: '{}', status: 'failed', failure });
    const page = text({ call, past: call, now: explanation('ask', [noRule]) });
    assert.match(page, /Note: The arguments could not be read and were not kept/);
  });

  it('shows the arguments of other tools as JSON, cut when they are long', () => {
    const argsJson = JSON.stringify({ path: 'a.ts', content: 'x'.repeat(10_000) });
    const call = { tool: 'write', argsJson, origin: 'model' } as const;
    const page = text({ call, now: explanation('ask', [noRule]) });
    assert.ok(page.includes('  Arguments\n  │ {\n  │   "path": "a.ts",\n'));
    assert.match(page, /characters are not shown here/);
    assert.ok(page.length < 10_000);
  });

  it('text from a call, rule or gate cannot pass for a line of the page', () => {
    const own =
      /^(?:What w\S+ .+|The c.+|Deny rules .+|─+|Summary .+|Nothing was run.+|The quota .+|)$/;
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
            policyRule: { place: foreign, result: foreign },
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
