import { redactName, redactText } from '../../base/redact/redact';
import { isVerdict, type GateTrace, type Verdict } from '../../contracts/calls/decision';
import {
  decisionDeadlineMs,
  type BoundGate,
  type GateCall,
} from '../../contracts/policy/define-gate';
import { failure, type Failure } from '../../contracts/failure';
import type { JudgedPart } from '../../contracts/calls/shell-analysis';
import type { Clock } from '../../ports/system';
import type { GatesAnswer } from '../call/call-facts';
import { withTimeout } from '../../base/async';

export interface GateRun {
  /** In the order they are asked. */
  readonly gates: readonly BoundGate[];
  readonly system: { readonly clock: Clock };
}

/**
 * Asks every gate in slot order. A gate that throws, hangs or returns an invalid verdict denies.
 */
export async function askGates(call: GateCall, run: GateRun): Promise<GatesAnswer> {
  const trace: GateTrace[] = [];
  for (const gate of run.gates) {
    const answer = askGate(gate, call, run.system.clock);
    const verdict = answer instanceof Promise ? await answer : answer;
    trace.push(traceOf(gate, verdict));
    if (verdict.verdict === 'deny' || verdict.verdict === 'skip') {
      return { verdict: verdict.verdict, trace, failure: failureOf(verdict) };
    }
  }
  const asks = trace.some((line) => line.verdict === 'ask');
  return { verdict: asks ? 'ask' : 'allow', trace };
}

/** What the model is answered. */
function failureOf(verdict: Extract<Verdict, { verdict: 'deny' | 'skip' }>): Failure {
  const { reason, modelReason = reason, suggestion } = verdict;
  const errorCode = verdict.verdict === 'deny' ? verdict.errorCode : 'policy_denied';
  return failure(errorCode, modelReason, suggestion === undefined ? {} : { suggestion });
}

/** Asks every gate, including those after a refusal, for Explain. */
export async function askAllGates(call: GateCall, run: GateRun): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const gate of run.gates) verdicts.push(await askGate(gate, call, run.system.clock));
  return verdicts;
}

/** Most gates answer synchronously; only promises are awaited. */
function askGate(gate: BoundGate, call: GateCall, clock: Clock): Verdict | Promise<Verdict> {
  try {
    const answer = gate.check(call);
    return answer instanceof Promise ? waitFor(gate, answer, clock) : checked(gate, answer);
  } catch {
    return failed(gate);
  }
}

async function waitFor(gate: BoundGate, answer: Promise<Verdict>, clock: Clock): Promise<Verdict> {
  try {
    const answered = await withTimeout(answer, decisionDeadlineMs, clock);
    return answered === undefined
      ? closed(gate, 'did not answer in time')
      : checked(gate, answered.value);
  } catch {
    return failed(gate);
  }
}

function checked(gate: BoundGate, verdict: unknown): Verdict {
  return isVerdict(verdict) ? verdict : closed(gate, 'gave an invalid verdict');
}

/** What a gate throws may quote the call, so only the failure is reported. */
function failed(gate: BoundGate): Verdict {
  return closed(gate, 'failed');
}

function closed(gate: BoundGate, what: string): Verdict {
  return {
    verdict: 'deny',
    errorCode: 'policy_denied',
    reason: `The gate ${gate.name} ${what}, so the call is denied.`,
  };
}

/** Reasons quote paths and rules quote commands, so credentials in them are redacted. */
export function traceOf(gate: BoundGate, verdict: Verdict): GateTrace {
  const { rule, match, policyRule, parts } = verdict;
  return {
    slot: gate.slot,
    gate: gate.name,
    verdict: verdict.verdict,
    reason: redactName(verdict.reason),
    ...(rule === undefined ? {} : { rule: { ...rule, pattern: redactName(rule.pattern) } }),
    ...(match === undefined ? {} : { match: redactText(match).text }),
    ...(policyRule === undefined
      ? {}
      : { policyRule: { ...policyRule, place: redactName(policyRule.place) } }),
    ...(parts === undefined ? {} : { parts: parts.slice(0, maxTracedParts).map(cleanPart) }),
  };
}

/** Users do not read more sub-commands; all of them have been judged. */
export const maxTracedParts = 50;

function cleanPart({ allowable, ...part }: JudgedPart): JudgedPart {
  const clean = (text: string): string => redactText(text).text;
  return {
    ...part,
    text: clean(part.text),
    reason: clean(part.reason),
    hazards: part.hazards.map(clean),
    // A rule with a redaction mark would allow nothing.
    ...(allowable?.every((pattern) => clean(pattern) === pattern) === true && { allowable }),
  };
}
