import { redactText } from '../../base/redact';
import type { RunContext } from '../../contracts/call';
import type { GateTrace, Verdict } from '../../contracts/decision';
import type { BoundGate, GateCall, GateSlot } from '../../contracts/define-gate';
import { errorCodes, failure, type Failure } from '../../contracts/failure';
import type { Clock } from '../../ports/clock';
import type { ValidCall } from '../mint';
import { within } from '../within';

const gateDeadlineMs = 5000;

/** What all gates together say: the first deny ends, asks are joined (DESIGN section 3). */
export type GatesAnswer =
  | { readonly verdict: 'allow'; readonly trace: readonly GateTrace[] }
  | { readonly verdict: 'ask'; readonly trace: readonly GateTrace[] }
  | { readonly verdict: 'deny'; readonly trace: readonly GateTrace[]; readonly failure: Failure };

export interface GateRun {
  readonly gates: readonly BoundGate[];
  readonly slots: readonly GateSlot[];
  readonly clock: Clock;
}

/** Asks every gate in slot order. A gate that throws, hangs or answers nonsense denies. */
export async function askGates(
  call: ValidCall,
  context: RunContext,
  run: GateRun,
): Promise<GatesAnswer> {
  const question = gateCall(call, context);
  const trace: GateTrace[] = [];
  for (const slot of run.slots) {
    for (const gate of run.gates.filter((candidate) => candidate.slot === slot)) {
      const verdict = await askGate(gate, question, run.clock);
      trace.push(traceOf(slot, verdict));
      if (verdict.verdict === 'deny') {
        return { verdict: 'deny', trace, failure: failure(verdict.errorCode, verdict.reason) };
      }
    }
  }
  const asks = trace.some((line) => line.verdict === 'ask');
  return { verdict: asks ? 'ask' : 'allow', trace };
}

function gateCall(call: ValidCall, context: RunContext): GateCall {
  const { tool, raw } = call.bound;
  return {
    tool: { id: tool.id, name: tool.name, effect: tool.effect },
    subject: call.prepared.subject,
    origin: raw.origin,
    phase: raw.phase,
    context,
  };
}

async function askGate(gate: BoundGate, call: GateCall, clock: Clock): Promise<Verdict> {
  try {
    const answered = await within(Promise.resolve(gate.check(call)), gateDeadlineMs, clock);
    if (answered === undefined) return closed(gate, 'did not answer in time');
    const verdict: unknown = answered.value;
    return isVerdict(verdict) ? verdict : closed(gate, 'answered nonsense');
  } catch {
    // Whatever a gate throws may quote the call, so only the fact is told.
    return closed(gate, 'failed');
  }
}

function closed(gate: BoundGate, what: string): Verdict {
  return {
    verdict: 'deny',
    errorCode: 'policy_denied',
    reason: `The gate ${gate.name} ${what}, so the call is refused.`,
  };
}

function isVerdict(value: unknown): value is Verdict {
  if (value === null || typeof value !== 'object' || !('verdict' in value)) return false;
  if (!('reason' in value) || typeof value.reason !== 'string') return false;
  if (value.verdict === 'deny') {
    return 'errorCode' in value && errorCodes.some((code) => code === value.errorCode);
  }
  return value.verdict === 'allow' || value.verdict === 'ask';
}

/** Reasons quote paths, and rules quote commands: credentials in them go no further. */
function traceOf(slot: GateSlot, verdict: Verdict): GateTrace {
  const { rule } = verdict;
  const line = { slot, verdict: verdict.verdict, reason: redactText(verdict.reason).text };
  if (rule === undefined) return line;
  return { ...line, rule: { ...rule, pattern: redactText(rule.pattern).text } };
}
