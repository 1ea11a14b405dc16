import type { Decision } from './decision';
import type { CallStatus } from './outcome';

/**
 * How a call ended, for card, audit log and announcements. `denied-by-user`: the user refused it;
 * `denied-by-rule`: a rule, policy or check did; `blocked`: a limit that no rule lifts (blocked
 * commands, paths outside the workspace, trust of the workspace, quota); `approval-timeout`: no one
 * answered in time; `timeout`: it ran too long.
 */
export const callEndings = [
  'completed',
  'failed',
  'denied-by-user',
  'denied-by-rule',
  'blocked',
  'approval-timeout',
  'timeout',
  'cancelled',
  'interrupted',
  'skipped',
] as const;
export type CallEnding = (typeof callEndings)[number];

/** True for a call that has ended, in whatever way. */
export function isFinal(status: string): status is CallStatus {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** Who or what decided that a call runs or not. */
export const deciders = [
  'user',
  'user-typed',
  'rule',
  'blocklist',
  'paths',
  'trust',
  'limit',
  'check',
  'timeout',
] as const;
export type Decider = (typeof deciders)[number];

/** What `endingOf` and `deciderOf` read of a call or of its audit entry: codes, never wording. */
export interface EndedCall {
  readonly status: CallStatus;
  readonly isInterrupted?: boolean;
  readonly errorCode?: string | undefined;
  readonly approvedBy?: string | undefined;
  readonly deniedBy?: string | undefined;
  /** Absent when no decision was made or recorded. */
  readonly verdict?: Decision['verdict'] | undefined;
  readonly gates: readonly { readonly slot: string; readonly verdict: string }[];
  /** True if a rule, and not only the checks, allowed it. */
  readonly isRuled?: boolean;
}

/** Slots of gates whose deny no rule of the user lifts. */
const blockingSlots: ReadonlyMap<string, Decider> = new Map([
  ['blocklist', 'blocklist'],
  ['path-sandbox', 'paths'],
]);

/** Slots of gates whose deny is one of the user's own rules. */
const ruleSlots: ReadonlySet<string> = new Set([
  'permission-rules',
  'policy-rules',
  'sequence-policies',
]);

/** Codes of refusals before any gate. */
const limitCodes: ReadonlyMap<string, Decider> = new Map([
  ['quota_blocked', 'limit'],
  ['authz_denied', 'trust'],
  ['authz_unavailable', 'trust'],
  ['policy_denied', 'limit'],
]);

/** How the call ended. */
export function endingOf(call: EndedCall): CallEnding {
  const { status, errorCode, verdict } = call;
  if (call.isInterrupted === true) return 'interrupted';
  if (status === 'completed') return 'completed';
  if (status === 'cancelled') return 'cancelled';
  if (verdict === 'skip') return 'skipped';
  if (verdict === 'deny') return refusedEnding(call);
  if (errorCode === 'timeout') return 'timeout';
  // The guards of files and terminals refuse what the gates could not see.
  return errorCode !== undefined && limitCodes.has(errorCode) ? 'blocked' : 'failed';
}

function refusedEnding(call: EndedCall): CallEnding {
  if (call.errorCode === 'approval_unavailable') return 'approval-timeout';
  switch (deciderOf(call)) {
    case 'user':
      return 'denied-by-user';
    case 'timeout':
      return 'approval-timeout';
    case 'rule':
    case 'check':
      return 'denied-by-rule';
    case undefined:
      return 'failed';
    default:
      return 'blocked';
  }
}

/** Who decided; undefined for a call that ended before anything was decided. */
export function deciderOf(call: EndedCall): Decider | undefined {
  const { approvedBy, deniedBy, errorCode = '', gates, verdict } = call;
  if (approvedBy === 'user' || approvedBy === 'user-typed') return approvedBy;
  if (deniedBy === 'user' || deniedBy === 'timeout') return deniedBy;
  const refusing = gates.find((line) => line.verdict === 'deny' || line.verdict === 'skip');
  if (refusing !== undefined) return deciderOfSlot(refusing.slot);
  if (verdict === 'deny') return refusedOutsideGates(errorCode, gates);
  if (verdict === undefined || approvedBy !== 'auto') return undefined;
  return call.isRuled === true ? 'rule' : 'check';
}

function deciderOfSlot(slot: string): Decider {
  return blockingSlots.get(slot) ?? (ruleSlots.has(slot) ? 'rule' : 'check');
}

/** Refused before the gates, or after them because something had changed meanwhile. */
function refusedOutsideGates(errorCode: string, gates: EndedCall['gates']): Decider | undefined {
  const decider = limitCodes.get(errorCode);
  return decider !== undefined && gates.length > 0 ? 'check' : decider;
}
