import type { Shown } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type { CallPath } from '../../../../src/core/contracts/calls/call-paths';
import type { Verdict } from '../../../../src/core/contracts/calls/decision';
import { bindGate } from '../../../../src/core/contracts/policy/define-gate';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import type { PolicyRule } from '../../../../src/core/contracts/policy/policy';
import { trustLevels, type TrustLevel } from '../../../../src/core/contracts/tool-spec';
import policyRules from '../../../../src/core/gates/policy-rules';
import type { Patterns } from '../../../../src/core/ports/policy';
import { askAtOnce, callPath, fakeWorkspace, gateCall, refusedPath } from '../../fakes/gate-call';

/** Searches for the pattern as text; `broken` cannot be tried. */
const patterns: Patterns = {
  search: (pattern, text) =>
    pattern === 'broken'
      ? fail(failure('timeout', 'It took too long.'))
      : succeed(text.includes(pattern)),
};

type ShortRule = Omit<PolicyRule, 'place' | 'tool'> & { readonly tool?: string };

interface Given {
  readonly rules: readonly ShortRule[];
  readonly tool?: string;
  readonly reads?: readonly CallPath[];
  readonly writes?: readonly CallPath[];
  readonly cwd?: CallPath;
  readonly roots?: readonly string[];
  readonly params?: Readonly<Record<string, unknown>>;
  readonly trust?: TrustLevel;
  readonly caseSensitive?: boolean;
}

function check({ rules, tool = 'bash', reads, writes, cwd, ...more }: Given): Shown<Verdict> {
  const gate = bindGate(policyRules, { patterns, workspace: fakeWorkspace(more.caseSensitive) });
  return askAtOnce(
    gate,
    gateCall({
      tool: { name: tool },
      params: more.params ?? {},
      trust: { level: more.trust ?? 'trusted', setFor: 'source' },
      paths: { reads: reads ?? [], writes: writes ?? [], cwd, roots: more.roots ?? ['/w'] },
      policy: {
        policyRules: rules.map((rule, at) => ({
          tool,
          ...rule,
          place: `policy.rules[${String(at)}]`,
        })),
      },
    }),
  );
}

const denies = (given: Given): boolean => check(given).verdict === 'deny';

describe('policy rules', () => {
  it('a value that cannot be read denies as such; only the audit log has its mark', () => {
    const verdict = check({ rules: [{ effect: 'deny', isUnreadable: true }] });
    assert.equal(verdict.reason, 'Denied, because gatehouse.policy.rules[0] cannot be read.');
    assert.equal(verdict.policyRule?.place, 'policy.rules[0]');
    assert.match(verdict.match ?? '', /^policy\.rules\[0\] \(unreadable\) deny: tool=bash/);
  });

  it('000-rules-4: a deny relative to an outer open folder holds in one inside it; an allow does not', () => {
    const writes = [callPath('/w/sub/secret/x', { root: '/w/sub' })];
    const paths = ['sub/secret/*'];
    const roots = ['/w', '/w/sub'];
    assert.equal(denies({ rules: [{ effect: 'deny', paths }], writes, roots }), true);
    const all = { effect: 'deny' } as const;
    assert.equal(denies({ rules: [{ effect: 'allow', paths }, all], writes, roots }), true);
  });

  it('000-rules-6: a glob that cannot be tried makes a deny hold, and no allow', () => {
    const paths = ['{a,b}'.repeat(17)];
    const writes = [callPath('src/x')];
    assert.equal(denies({ rules: [{ effect: 'deny', paths }], writes }), true);
    const all = { effect: 'deny' } as const;
    assert.equal(denies({ rules: [{ effect: 'allow', paths }, all], writes }), true);
  });

  it('000-rules-3: without a rule that matches nothing changes', () => {
    const expected = { verdict: 'abstain', reason: 'no policy rule matches' };
    assert.deepEqual(check({ rules: [] }), expected);
    assert.deepEqual(check({ rules: [{ effect: 'deny', tool: 'read' }] }), expected);
  });

  it('000-rules-2: first match wins', () => {
    const deny = { effect: 'deny' } as const;
    const allow = { effect: 'allow' } as const;
    assert.equal(check({ rules: [deny, allow] }).verdict, 'deny');
    assert.equal(check({ rules: [allow, deny] }).verdict, 'allow');
  });

  it('003-authorization-2: a match is in the audit log; the model gets no detail of the rule', () => {
    const rules = [{ effect: 'deny', argsMatch: 'sudo' }] as const;
    assert.deepEqual(check({ rules, params: { command: 'sudo ls' } }), {
      verdict: 'deny',
      errorCode: 'policy_denied',
      reason: 'Denied by the rule policy.rules[0].',
      modelReason: 'Denied by a policy rule.',
      match: 'policy.rules[0] deny: tool=bash matched args_match',
      policyRule: { place: 'policy.rules[0]', result: 'matched args_match' },
    });
    assert.deepEqual(check({ rules: [{ effect: 'allow' }] }), {
      verdict: 'allow',
      reason: 'the rule policy.rules[0] lets it pass',
      match: 'policy.rules[0] allow: tool=bash matched tool',
      policyRule: { place: 'policy.rules[0]', result: 'matched tool' },
    });
  });

  for (const [tool, expected] of [
    ['bash', true],
    [' BASH ', true],
    ['core__bash', true],
    ['*', true],
    ['b?sh', true],
    ['core__*', true],
    ['bas', false],
    ['', false],
    ['mcp__*', false],
  ] as const) {
    it(`tool ${JSON.stringify(tool)} is${expected ? '' : ' not'} core__bash`, () => {
      assert.equal(denies({ rules: [{ effect: 'deny', tool }] }), expected);
    });
  }

  it('all conditions of a rule must hold', () => {
    const rules = [{ effect: 'deny', paths: ['/w/src/*'], argsMatch: 'x' }] as const;
    const reads = [callPath('/w/src/a')];
    assert.equal(denies({ rules, reads, params: { text: 'x' } }), true);
    assert.equal(denies({ rules, reads, params: { text: 'y' } }), false);
    assert.equal(denies({ rules, reads: [callPath('/w/a')], params: { text: 'x' } }), false);
    const { match } = check({ rules, reads, params: { text: 'x' } });
    assert.equal(match, 'policy.rules[0] deny: tool=bash matched paths, args_match');
  });

  describe('paths', () => {
    const deny = (...paths: string[]) => [{ effect: 'deny', paths }] as const;
    const link = callPath('sub/../link', { real: '/w/secret/key' });

    it('reads, writes and the working folder count, and any of the globs', () => {
      const secret = [callPath('/w/secret/a')];
      const rules = deny('/x/*', '/w/secret/*');
      assert.equal(denies({ rules, reads: secret }), true);
      assert.equal(denies({ rules, writes: [callPath('/w/a'), ...secret] }), true);
      assert.equal(denies({ rules, cwd: callPath('/w/secret/b') }), true);
      assert.equal(denies({ rules, reads: [callPath('/w/a')] }), false);
      assert.equal(denies({ rules }), false);
    });

    for (const glob of ['/w/secret/*', 'secret/*', '**/key', '/w/LINK', 'link', 'sub/../link']) {
      it(`a deny finds a path by ${glob}, however it was spelled`, () => {
        assert.equal(denies({ rules: deny(glob), reads: [link] }), true);
      });
    }

    it('a deny finds a refused path by its text', () => {
      assert.equal(denies({ rules: deny('../x'), reads: [refusedPath('../x')] }), true);
    });

    it('dot files are files like others', () => {
      assert.equal(denies({ rules: deny('/w/*'), reads: [callPath('/w/a/.env')] }), true);
    });

    const allowThenDeny = [
      { effect: 'allow', paths: ['/w/public/*', '/w/link'] },
      { effect: 'deny', tool: '*' },
    ] as const;

    it('an allow needs every path, so that none slips past the rules behind it', () => {
      const inside = callPath('/w/public/a');
      assert.equal(denies({ rules: allowThenDeny, reads: [inside] }), false);
      assert.equal(denies({ rules: allowThenDeny, reads: [inside], writes: [inside] }), false);
      assert.equal(
        denies({ rules: allowThenDeny, reads: [inside], writes: [callPath('/w/b')] }),
        true,
      );
      assert.equal(denies({ rules: allowThenDeny }), true);
    });

    it('an allow goes by the real path, in its own case where that counts', () => {
      const evil = callPath('/w/link', { real: '/w/secret/key' });
      assert.equal(denies({ rules: allowThenDeny, reads: [evil] }), true);
      const other = { rules: allowThenDeny, reads: [callPath('/w/PUBLIC/a')] };
      assert.equal(denies(other), true);
      assert.equal(denies({ ...other, caseSensitive: false }), false);
    });
  });

  describe('args_match', () => {
    const rules = [{ effect: 'deny', argsMatch: 'sudo' }] as const;

    it('is searched in each top-level string', () => {
      assert.equal(denies({ rules, params: { a: 'ls', b: 'x sudo y' } }), true);
      assert.equal(denies({ rules, params: { a: 1, b: ['sudo'], c: { d: 'sudo' } } }), false);
    });

    for (const effect of ['allow', 'deny'] as const) {
      it(`a rule to ${effect} that cannot be tried denies, and names its place`, () => {
        const verdict = check({ rules: [{ effect, argsMatch: 'broken' }], params: { a: 'x' } });
        assert.deepEqual(verdict, {
          verdict: 'deny',
          errorCode: 'policy_denied',
          reason: 'The rule policy.rules[0] cannot be evaluated: It took too long.',
          modelReason: 'Denied by a policy rule.',
          match: `policy.rules[0] ${effect}: tool=bash failed args_match`,
          policyRule: { place: 'policy.rules[0]', result: 'failed args_match' },
        });
      });
    }

    it('is not tried for a call that the rule does not concern', () => {
      const broken = [{ effect: 'deny', tool: 'read', argsMatch: 'broken' }] as const;
      assert.equal(denies({ rules: broken, params: { a: 'x' } }), false);
    });
  });

  for (const limit of trustLevels) {
    for (const trust of trustLevels) {
      const holds = trustLevels.indexOf(trust) <= trustLevels.indexOf(limit);
      it(`trust_level ${limit} ${holds ? 'holds' : 'does not hold'} for a ${trust} source`, () => {
        assert.equal(denies({ rules: [{ effect: 'deny', trustLevel: limit }], trust }), holds);
      });
    }
  }

  it('003-permissions-14: a deny holds for what a command names, outside the workspace too', () => {
    const named = ['/w/secret/x', '/etc/passwd'].map((real) => ({
      given: real,
      resolved: succeed({
        asked: real,
        real,
        exists: true,
        root: real.startsWith('/w/') ? '/w' : undefined,
      }),
    }));
    const verdict = (effect: 'allow' | 'deny', glob: string) => {
      const gate = bindGate(policyRules, { patterns, workspace: fakeWorkspace() });
      const rule = { effect, tool: 'bash', paths: [glob], place: 'policy.rules[0]' };
      const policy = { policyRules: [rule, { effect: 'deny', tool: '*', place: 'x' } as const] };
      const { match } = askAtOnce(gate, gateCall({ paths: { named }, policy }));
      return match?.split(' ')[0];
    };
    assert.equal(verdict('deny', 'secret/*'), 'policy.rules[0]');
    assert.equal(verdict('deny', '/etc/**'), 'policy.rules[0]');
    assert.equal(verdict('deny', '/usr/**'), 'x');
    assert.equal(verdict('allow', '**'), 'x', 'an allow needs every path, and none outside counts');
  });
});
