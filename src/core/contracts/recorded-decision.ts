import type { Decision, GateTrace, PermissionRule } from './decision';
import type { ErrorCode } from './failure';

/** How a call was decided, as a recording keeps it: what the rules said, not what became of it. */
export interface RecordedDecision {
  /** `ask` also when the person then allowed or denied it. */
  readonly verdict: 'allow' | 'ask' | 'deny';
  /** The rule or gate that decided. */
  readonly by?: string | undefined;
}

/** The same from a decision; undefined for a call that was stopped before anything was decided. */
export function recordedDecision(
  { verdict, approvedBy, trace }: Pick<Decision, 'verdict' | 'approvedBy' | 'trace'>,
  errorCode?: ErrorCode,
): RecordedDecision | undefined {
  const denied = trace.find((line) => line.verdict === 'deny');
  if (denied !== undefined) return { verdict: 'deny', by: groundOf(denied) };
  const asks = trace.filter((line) => line.verdict === 'ask');
  // Nobody was asked about an autonomous call of an internal tool (DESIGN decision 18).
  if (asks.length > 0 && approvedBy !== 'auto') {
    return { verdict: 'ask', by: asks.map(groundOf).join('; ') };
  }
  if (verdict === 'allow') return allowed(trace);
  return errorCode === 'cancelled' ? undefined : { verdict: 'deny', by: errorCode };
}

function allowed(trace: readonly GateTrace[]): RecordedDecision {
  const ruled = trace.findLast((line) => line.rule !== undefined || line.match !== undefined);
  return ruled === undefined ? { verdict: 'allow' } : { verdict: 'allow', by: groundOf(ruled) };
}

function groundOf({ rule, match, gate, reason }: GateTrace): string {
  if (rule !== undefined) return ruleText(rule);
  return match ?? `${gate}: ${reason}`;
}

function ruleText({ tool, pattern, action, source }: PermissionRule): string {
  return `rule ${tool} ${JSON.stringify(pattern)} ${action} (${source})`;
}
