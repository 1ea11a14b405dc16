import { say } from '../base/sentence';
import { defineGate, type GateCall } from '../contracts/policy/define-gate';
import type { Verdict } from '../contracts/calls/decision';
import { fail, saidOf, succeed, type Result } from '../contracts/failure';
import {
  policiesFor,
  type PolicyCall,
  type PolicyDecision,
  type ToolPolicy,
} from '../contracts/policy/tool-policy';
import type { Capabilities } from '../ports/capabilities';
import type { Files } from '../ports/files';

/**
 * The tool policies (W2): those of the tool's group, then those of the profile. All must allow; the
 * first denial ends (W2 to W4). Fails closed: a policy that throws denies (W5, W6).
 */
export default defineGate<Capabilities>()({
  name: 'sequence-policies',
  slot: 'sequence-policies',
  needs: ['files'],
  check: (call, { files }): Verdict | Promise<Verdict> => {
    const policies = policiesFor(call.policy.toolPolicies, call.tool.group);
    if (policies.length === 0) return { verdict: 'abstain', reason: say`no tool policy applies` };
    const existing = existingWrites(call);
    if (existing.length === 0) return judge(call, policies, noStamps);
    return judgeWrites(call, policies, { existing, files });
  },
});

const noStamps: ReadonlyMap<string, string> = new Map();

/** Real paths of existing files that would be written. */
function existingWrites({ paths }: GateCall): readonly string[] {
  return paths.writes.flatMap(({ resolved: place }) =>
    place.ok && place.value.exists ? [place.value.real] : [],
  );
}

interface Written {
  readonly existing: readonly string[];
  readonly files: Pick<Files, 'stamp'>;
}

async function judgeWrites(
  call: GateCall,
  policies: readonly ToolPolicy[],
  written: Written,
): Promise<Verdict> {
  const stamps = await stampsOf(written, call.signal);
  if (stamps.ok) return judge(call, policies, stamps.value);
  const { errorCode } = stamps.failure;
  return { verdict: 'deny', errorCode, reason: saidOf(stamps.failure) };
}

/** Current content stamps of the regular files among the paths. */
async function stampsOf(
  { existing, files }: Written,
  signal: AbortSignal,
): Promise<Result<ReadonlyMap<string, string>>> {
  const stamps = new Map<string, string>();
  for (const path of existing) {
    const stamp = await files.stamp(path, { signal });
    if (!stamp.ok) return fail(stamp.failure);
    if (stamp.value !== undefined) stamps.set(path, stamp.value);
  }
  return succeed(stamps);
}

function judge(
  { tool, toolsWith, params, paths, record, policyState }: GateCall,
  policies: readonly ToolPolicy[],
  stamps: ReadonlyMap<string, string>,
): Verdict {
  const call: PolicyCall = { tool, toolsWith, params, paths, stamps };
  for (const policy of policies) {
    const decision = decide(policy, call, { record, own: policyState(policy.name) });
    if (!decision.allowed) return denied(policy, decision);
  }
  return {
    verdict: 'allow',
    reason: say`allowed by ${policies.map(({ name }) => name).join(', ')}`,
  };
}

function decide(
  policy: ToolPolicy,
  call: PolicyCall,
  state: Parameters<ToolPolicy['check']>[1],
): PolicyDecision {
  try {
    return policy.check(call, state);
  } catch {
    // The error may quote the call, so only the failure itself is reported (W6).
    return failed(policy);
  }
}

function denied(
  { name }: ToolPolicy,
  { reason = say`Policy denied`, suggestion }: PolicyDecision,
): Verdict {
  const verdict = { verdict: 'deny', errorCode: 'policy_denied', reason, match: name } as const;
  return suggestion === undefined ? verdict : { ...verdict, suggestion };
}

function failed({ name }: ToolPolicy): PolicyDecision {
  return { allowed: false, reason: say`The policy ${name} failed, so the call is denied.` };
}
