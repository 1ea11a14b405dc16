import { asIs, say } from '../../../../../src/core/base/sentence';
import type { ErrorCode } from '../../../../../src/core/contracts/failure';
import type {
  GateTrace,
  PermissionRule,
  ExplainStep,
  Explanation,
} from '../../../../../src/core/contracts/calls/decision';
import type { PastCall } from '../../../../../src/host/panel/transcript/past-calls';

/** The checks before the gates, all passed. */
export const passed: readonly ExplainStep[] = [
  'context',
  'intake',
  'resolve',
  'admit',
  'authorize',
  'connect',
  'validate',
].map((slot) => ({ slot, verdict: 'allow', reason: say`passes` }));

export function refused(slot: string, reason: string, errorCode: ErrorCode): ExplainStep {
  return { slot, verdict: 'deny', reason: asIs(reason), errorCode };
}

export function gate(
  name: string,
  verdict: GateTrace['verdict'],
  reason: string,
  more: Partial<GateTrace & Pick<ExplainStep, 'errorCode'>> = {},
): GateTrace {
  return { slot: name, gate: name, verdict, reason: asIs(reason), ...more };
}

export function rule(more: Partial<PermissionRule> = {}): PermissionRule {
  return {
    tool: 'core__bash',
    pattern: 'git status *',
    action: 'allow',
    source: 'user',
    place: 'permissions.bash[0]',
    added: '2026-01-31',
    ...more,
  };
}

export function explanation(
  verdict: Explanation['verdict'],
  steps: readonly ExplainStep[],
  more: Partial<Explanation> = {},
): Explanation {
  const now = { policyVersion: 7, permissionLevel: 'rules' } as const;
  return { tool: 'core__bash', ...now, verdict, steps, shadowed: [], ...more };
}

export function past(more: Partial<PastCall> = {}): PastCall {
  return {
    id: 'c1',
    tool: 'core__bash',
    argsJson: '{"command":"git status -s"}',
    origin: 'model',
    title: 'git status -s',
    status: 'completed',
    ...more,
  };
}
