import { say } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type { Decision } from '../../../../../src/core/contracts/calls/decision';
import type { PastCall } from '../../../../../src/host/panel/transcript/past-calls';
import { reportText } from '../../../../../src/host/views/report/report';
import { statusReport, type StatusFacts } from '../../../../../src/host/views/status/status-report';
import { bashItem } from '../../approvals/items';

const facts: StatusFacts = {
  version: '0.1.0',
  folders: ['/repo'],
  trusted: true,
  modelId: 'openai/gpt',
  server: {
    address: 'https://api.example.com/v1',
    key: { kind: 'stored', origin: 'https://api.example.com' },
  },
  replayFile: '',
  tools: [
    {
      name: 'core__read',
      title: say`Do`,
      description: '',
      inputSchema: {},
      effect: 'read_only',
      traits: [],
      redaction: [],
    },
  ],
  completed: ['core__read'],
  ends: [
    ['core__bash', { success: 2, denied: 1 }],
    ['core__read', { success: 1 }],
  ],
  reputation: [
    { model: 'openai/gpt', tool: 'core__read', calls: 5, wrong: 0 },
    { model: 'openai/gpt', tool: 'core__edit', calls: 4, wrong: 1 },
    { model: 'openai/gpt', calls: 1, wrong: 1 },
  ],
  permission: 'rules',
  quota: { spent: 3, limit: 0 },
  usage: {
    usedTokens: 12_300,
    contextTokens: 120_000,
    inputTokens: 20_000,
    outputTokens: 900,
    cost: 0.0123,
    estimated: true,
  },
  gates: [
    { slot: 'blocklist', name: 'shell-blocklist' },
    { slot: 'permission-rules', name: 'permission-rules' },
  ],
  servers: [],
  web: {
    allow: [],
    deny: ['*.example.org'],
    trustsProxy: false,
    timeoutSecs: 15,
    maxBodyBytes: 1_048_576,
  },
  filters: {
    isOn: true,
    metrics: {
      full: 12,
      partial: 3,
      fallback: 1,
      rawBytes: 34_000,
      filteredBytes: 8200,
      rules: [],
    },
    problems: ['filters.toml, line 7: the rule "mine" is skipped: `[` is not closed.'],
  },
  pending: [bashItem('rm a\nb')],
  rules: [
    { tool: 'bash', pattern: 'ls', action: 'allow', source: 'user' },
    { tool: 'read', pattern: '*', action: 'allow', source: 'default' },
    { tool: 'grep', pattern: '*', action: 'allow', source: 'default' },
  ],
  trust: [{ target: 'built-in', level: 'provisional' }],
  settingProblems: [],
  storeProblems: ['journal.1 was set aside'],
  lastCommand: undefined,
  terminals: [],
};

const whole = `Status
1 problem

Problems
────────

  journal.1 was set aside

Pending approvals
─────────────────

  bash: rm a\\nb

Workspace
─────────

  /repo
  trusted

Model
─────

  gpt
  OpenAI-compatible: https://api.example.com/v1
  API key: stored for https://api.example.com

This chat
─────────

  Context               about 12.3k of 120k tokens
  Used so far           20k tokens in, 900 out, $0.0123
  Permission level      Use my rules
  Calls                 3 calls, no limit
  Tools that succeeded  read

  bash: 2 succeeded, 1 denied
  read: 1 succeeded

Trust levels in this chat
─────────────────────────

  Built-in tools: provisional

Permission rules
────────────────

  your settings: 1
  shipped with Gatehouse: 2

Output filters
──────────────

  Outputs: 12 shortened, 3 shortened with less confidence, 1 unchanged (33.2 KB → 8 KB)
  filters.toml, line 7: the rule "mine" is skipped: \`[\` is not closed.

Web tools
─────────

  Hosts: any public host
  Hosts that are denied: *.example.org
  Proxy: not used
  Time limit of a request: 15 s
  Limit of a page: 1,048,576 bytes

Tools and gates
───────────────

  1 tool the agent can see

  read (only reads)

  2 gates, in order

  blocklist: shell-blocklist
  permission-rules

Invalid calls, by model and tool
────────────────────────────────

  openai/gpt, edit: 1 of 4 calls
  openai/gpt, unknown tool: 1 of 1 call

Gatehouse 0.1.0
`;

function textOf(of: StatusFacts): string {
  return reportText(statusReport(of));
}

function pastCallOf({ trace }: Pick<Decision, 'trace'>): PastCall {
  const decision: Decision = {
    verdict: 'allow',
    approvedBy: 'user',
    trace,
    policyVersion: 1,
    trust: 'trusted',
  };
  const call = { id: 'c', tool: 'core__bash', argsJson: '{}', origin: 'model' } as const;
  return { ...call, title: 'git log; sort -o x', status: 'completed', decision };
}

describe('statusReport', () => {
  it('shows workspace, model, tools, rules, approvals, terminals and problems', () => {
    assert.equal(textOf(facts), whole);
  });

  it('says first what keeps the agent from working, with the button for it', () => {
    const fine = { ...facts, storeProblems: [], pending: [] };
    const lead = (more: Partial<StatusFacts>) => {
      const { verdict, actions } = statusReport({ ...fine, ...more });
      return [verdict.text, actions[0]?.command];
    };
    assert.deepEqual(lead({}), ['Ready', 'gatehouse.doctor']);
    assert.deepEqual(lead({ modelId: '' }), [
      'Choose a model to start chatting',
      'gatehouse.pickModel',
    ]);
    assert.deepEqual(lead({ pending: facts.pending }), [
      '1 pending approval',
      'gatehouse.showPending',
    ]);
    assert.deepEqual(lead({ trusted: false, modelId: '' }), [
      'Restricted Mode: trust this workspace to let tools run',
      'workbench.trust.manage',
    ]);
    assert.deepEqual(lead({ storeProblems: ['x'], trusted: false }), [
      '1 problem',
      'gatehouse.doctor',
    ]);
  });

  it('shows the parse of the latest command: each sub-command, its rule, its hazards', () => {
    const part = {
      text: 'git log',
      verdict: 'allow',
      reason: say`rule bash "git *"`,
      hazards: [],
    } as const;
    const asking = {
      ...part,
      text: 'sort -o x',
      verdict: 'ask',
      hazards: [say`-o writes`],
    } as const;
    const line = {
      slot: 'permission-rules',
      gate: 'permission-rules',
      verdict: 'ask',
      reason: say`x`,
    } as const;
    const lastCommand = pastCallOf({ trace: [{ ...line, parts: [part, asking] }] });
    const page = textOf({ ...facts, lastCommand });
    assert.ok(
      page.includes(
        [
          'Latest command, as parsed',
          '─────────────────────────',
          '',
          '  │ git log; sort -o x',
          '',
          '  passes  git log',
          '          rule bash "git *"',
          '  asks    sort -o x',
          '          rule bash "git *"',
          '          -o writes',
        ].join('\n'),
      ),
      page,
    );
  });

  it('shows no credential of a command, a rule or an address', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const text = textOf({
      ...facts,
      server: { address: 'https://me:a-password@example.com/v1', key: { kind: 'none' } },
      terminals: [`running: deploy ${token}`],
      pending: [bashItem(`deploy ${token}`)],
    });
    assert.doesNotMatch(text, /ghp_|a-password/);
  });

  const cases: readonly (readonly [string, Partial<StatusFacts>, RegExp])[] = [
    ['that no folder is open', { folders: [] }, /no folder is open/],
    ['Restricted Mode', { trusted: false }, /not trusted: no tool runs/],
    ['that no model is chosen', { modelId: '' }, /none chosen/],
    ['a replay without a recording', { modelId: 'replay' }, /recording: none set/],
    ['an unknown model', { modelId: 'x' }, /there is no such model/],
    ['a model of VS Code', { modelId: 'vscode/acme/big' }, /big\n {2}VS Code, offered by acme/],
    [
      'a server without an address',
      { server: undefined },
      /compatible: none set\n {2}API key: none/,
    ],
  ];
  for (const [what, more, expected] of cases) {
    it(`shows ${what}`, () => {
      assert.match(textOf({ ...facts, ...more }), expected);
    });
  }

  it('003-filters-9: says that output filters are off', () => {
    const off = textOf({ ...facts, filters: { ...facts.filters, isOn: false } });
    assert.match(off, /\nOutput filters\n─+\n\n {2}off \(gatehouse\.filters\.enabled\)/);
    assert.doesNotMatch(off, /F\/P\/B/);
  });
});
