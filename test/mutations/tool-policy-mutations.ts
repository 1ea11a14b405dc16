import type { Mutation } from './mutation';

const sessions = 'src/core/pipeline/runtime/sessions.ts';
const policies = 'src/core/contracts/policy/tool-policy.ts';
const gate = 'src/core/gates/sequence-policies.ts';
const readBeforeWrite = 'src/core/gates/policies/read-before-write.ts';
const dependency = 'src/core/gates/policies/sequential-dependency.ts';

const throughPipeline = 'test/unit/invariants/tool-policies.test.ts';
const ofGate = 'test/unit/core/gates/sequence-policies.test.ts';
const ofFiles = 'test/unit/core/gates/policies/policies-on-files.test.ts';
const ofReading = 'test/unit/core/gates/policies/read-before-write.test.ts';
const ofOrder = 'test/unit/core/gates/policies/sequential-dependency.test.ts';
const ofSessions = 'test/unit/core/pipeline/runtime/sessions.test.ts';
const ofSettings = 'test/unit/host/settings/tool-policies.test.ts';

/** W1 to W27: tool policies and the state of chats. */
export const toolPolicyMutations: readonly Mutation[] = [
  {
    rule: '003-secrets-1',
    does: 'a line that was found is not judged by its neighbors',
    file: 'src/core/tools/search/shown-lines.ts',
    find: 'return clean === line ? undefined : clean;',
    replace: 'return undefined;',
    tests: ['test/unit/core/tools/search/shown-lines.test.ts'],
  },
  {
    rule: 'W1',
    does: 'a decision can be modified on its way',
    file: policies,
    find: 'return Object.freeze({ allowed: false, reason,',
    replace: 'return Object({ allowed: false, reason,',
    tests: [throughPipeline],
  },
  {
    rule: 'W2',
    does: 'the policies of the profile come first',
    file: policies,
    find: '[...own, ...policies.profile];',
    replace: '[...policies.profile, ...own];',
    tests: [ofGate],
  },
  {
    rule: 'W3',
    does: 'a tool in no group has no policies',
    file: policies,
    find: 'return own === undefined || own.length === 0 ? policies.profile :',
    replace: 'return own === undefined || own.length === 0 ? [] :',
    tests: [ofGate],
  },
  {
    rule: 'W4',
    does: 'only the last policy decides',
    file: gate,
    find: 'if (!decision.allowed) return denied(policy, decision);',
    replace:
      'if (!decision.allowed && policy === policies.at(-1)) return denied(policy, decision);',
    tests: [ofGate],
  },
  {
    rule: 'W5',
    does: 'a denied call runs',
    file: 'src/core/pipeline/stages/gates.ts',
    find: "if (verdict.verdict === 'deny' || verdict.verdict === 'skip') {",
    replace: "if (verdict.verdict === 'skip') {",
    tests: [throughPipeline],
  },
  {
    rule: 'W6',
    does: 'a policy that throws allows',
    file: gate,
    find: 'return failed(policy);',
    replace: 'return { allowed: true };',
    tests: [ofGate],
  },
  {
    rule: 'W7',
    does: 'policies are notified of calls that did not succeed',
    file: 'src/core/pipeline/run-call.ts',
    find: "if (recorded.status === 'completed') this.record();",
    replace: 'this.record();',
    tests: [throughPipeline],
  },
  {
    rule: 'W8',
    does: 'a tool does not wait for its predecessors',
    file: dependency,
    find: 'if (!record.hasRun(id)) missing.push(name);',
    replace: 'if (false) missing.push(name);',
    tests: [ofOrder],
  },
  {
    rule: 'W9',
    does: 'a failed predecessor counts',
    file: 'src/core/pipeline/run-phases.ts',
    find: "return draft.failed || draft.failure !== undefined ? 'failed' : 'completed';",
    replace: "return 'completed';",
    tests: [throughPipeline],
  },
  {
    rule: 'W10',
    does: 'a tool without a rule is denied',
    file: dependency,
    find: 'if (rule === undefined || missing.length === 0) return policyAllows;',
    replace:
      "if (rule === undefined) return policyDenies('No rule.'); if (missing.length === 0) return policyAllows;",
    tests: [ofOrder],
  },
  {
    rule: 'W11',
    does: 'an unread file may be overwritten',
    file: readBeforeWrite,
    find: 'if (!writeTools.includes(call.tool.id)) return policyAllows;',
    replace: 'return policyAllows;',
    tests: [ofReading, ofFiles, throughPipeline],
  },
  {
    rule: 'W12',
    does: 'a file is identified by the requested path',
    file: readBeforeWrite,
    find: 'const { real } = path.resolved.value;',
    replace: 'const { asked: real } = path.resolved.value;',
    tests: [ofReading, throughPipeline],
  },
  {
    rule: 'W12',
    does: 'paths are case-sensitive on a case-insensitive file system',
    file: sessions,
    find: 'const mark = this.known.marks.get(this.fold(realPath));',
    replace: 'const mark = this.known.marks.get(realPath);',
    tests: [ofSessions],
  },
  {
    rule: 'W13',
    does: 'this policy denies a path that cannot be judged',
    file: readBeforeWrite,
    find: 'if (!path.resolved.ok || !path.resolved.value.exists) return policyAllows;',
    replace:
      "if (!path.resolved.ok) return policyDenies('No path.'); if (!path.resolved.value.exists) return policyAllows;",
    tests: [ofReading],
  },
  {
    rule: 'W14',
    does: 'a partial read does not unlock',
    file: 'src/core/tools/files/read-file.ts',
    find: 'const seen = [{ real, stamp }];',
    replace: 'const seen = offset !== 1 || limit !== defaultLimit ? [] : [{ real, stamp }];',
    tests: [throughPipeline, ofFiles],
  },
  {
    rule: 'W15',
    does: 'the defaults apply in addition to a given list',
    file: readBeforeWrite,
    find: "const writeTools = declared.writeTools ?? call.toolsWith('overwritesFiles');",
    replace:
      "const writeTools = [...(declared.writeTools ?? []), ...call.toolsWith('overwritesFiles')];",
    tests: [ofReading],
  },
  {
    rule: 'W16',
    does: 'only the first of several policies decides',
    file: gate,
    find: 'for (const policy of policies) {',
    replace: 'for (const policy of policies.slice(0, 1)) {',
    tests: [ofFiles],
  },
  {
    rule: 'W17',
    does: 'an empty list does not turn off the default of a group',
    file: 'src/host/settings/tool-policies.ts',
    find: '{ ...declared.defaultGroups, ...declared.groups }',
    replace: '{ ...declared.groups, ...declared.defaultGroups }',
    tests: [ofSettings],
  },
  {
    rule: 'W18',
    does: 'a restore adds to the state instead of replacing it',
    file: sessions,
    find: 'tools: new Set(read.tools),',
    replace: 'tools: new Set([...read.tools, ...get(sessionId).tools]),',
    tests: [ofSessions],
  },
  {
    rule: 'W19',
    does: 'an empty snapshot keeps later reads',
    file: sessions,
    find: 'marks: new Map(read.marks),',
    replace: 'marks: read.marks.length === 0 ? get(sessionId).marks : new Map(read.marks),',
    tests: [ofSessions],
  },
  {
    rule: 'W20',
    does: '/clear resets nothing',
    file: sessions,
    find: 'this.chats.delete(sessionId);',
    replace: '',
    tests: [ofSessions, throughPipeline],
  },
  {
    rule: 'W21',
    does: 'all chats share one state',
    file: sessions,
    find: 'const known = this.chats.get(sessionId) ?? emptyData();',
    replace: 'const known = [...this.chats.values()][0] ?? emptyData();',
    tests: [ofSessions, throughPipeline],
  },
  {
    rule: 'W22',
    does: 'state outlives the window',
    file: sessions,
    find: 'private readonly chats = new Map<string, SessionData>();',
    replace:
      'private readonly chats: Map<string, SessionData> = (globalThis.keptChats ??= new Map());',
    tests: [ofSessions, throughPipeline],
  },
  {
    rule: 'W23',
    does: 'a restore notifies the policies',
    file: 'src/core/pipeline/runner.ts',
    find: 'restore: (sessionId, snapshot, forkOf) => state.sessions.restore(sessionId, snapshot, forkOf),',
    replace:
      'restore: (sessionId, snapshot, forkOf) => { for (const each of parts.access.policy.current().toolPolicies.profile) each.onResult?.({}, undefined); return state.sessions.restore(sessionId, snapshot, forkOf); },',
    tests: [throughPipeline],
  },
  {
    rule: 'W24',
    does: 'a check counts as a success',
    file: 'src/core/pipeline/gate-input.ts',
    find: 'const { tool, raw, context, args } = call.bound;',
    replace:
      'const { tool, raw, context, args } = call.bound; session.succeeded({ toolId: `${tool.id}-checked`, toolCallId: raw.toolCallId, seen: [] });',
    tests: [throughPipeline],
  },
  {
    rule: 'W25',
    does: 'state set by a tool is kept immediately',
    file: 'src/core/pipeline/runtime/sessions.ts',
    find: 'changed.set(name, frozenCopy(value));',
    replace: 'slices.set(name, value);',
    tests: [ofSessions, throughPipeline],
  },
  {
    rule: 'W26',
    does: 'a snapshot of another version is restored',
    file: 'src/core/contracts/chats/session-snapshot.ts',
    find: 'schema: z.literal(snapshotSchema),',
    replace: 'schema: z.custom<typeof snapshotSchema>(),',
    tests: [ofSessions],
  },
  {
    rule: 'W27',
    does: 'unknown parameters are dropped silently',
    file: 'src/core/contracts/tools/bind-tool.ts',
    find: 'const parsed = definition.input.safeParse(args);',
    replace: 'const parsed = definition.input.strip().safeParse(args);',
    tests: [throughPipeline],
  },
];
