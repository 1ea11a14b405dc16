import { mapTexts, say, type Sentence } from '../../base/sentence';
import { redactName, redactText } from '../../base/redact/redact';
import { readGateFields } from '../../contracts/audit/entry';
import {
  isVerdict,
  type ExplainStep,
  type FilledVerdict,
  type GateTrace,
  type Verdict,
} from '../../contracts/calls/decision';
import type { BoundGate, GateCall } from '../../contracts/policy/define-gate';
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

/** Asks every gate that Explain may ask, including those after a refusal (decision 53). */
export async function explainGates(call: GateCall, run: GateRun): Promise<readonly ExplainStep[]> {
  const steps: ExplainStep[] = [];
  for (const gate of run.gates) {
    const { slot, name } = gate;
    steps.push(
      gate.askedByExplain
        ? stepOf(gate, await askGate(gate, call, run.system.clock))
        : { slot, gate: name, verdict: 'unasked', reason: say`would be asked` },
    );
  }
  return steps;
}

function stepOf(gate: BoundGate, verdict: FilledVerdict): ExplainStep {
  const step = traceOf(gate, verdict);
  if (verdict.verdict !== 'deny' && verdict.verdict !== 'skip') return step;
  return { ...step, errorCode: failureOf(verdict).errorCode };
}

/** Most gates answer synchronously; only promises are awaited. */
function askGate(
  gate: BoundGate,
  call: GateCall,
  clock: Clock,
): FilledVerdict | Promise<FilledVerdict> {
  try {
    const began = clock.monotonic();
    const answer = gate.check(call);
    if (answer instanceof Promise) return waitFor(gate, answer, clock);
    const isLate = clock.monotonic() - began > gate.deadlineMs;
    return isLate
      ? closed(say`The gate ${gate.name} did not answer in time, so the call is denied.`)
      : checked(gate, answer);
  } catch {
    return failed(gate);
  }
}

async function waitFor(
  gate: BoundGate,
  answer: Promise<FilledVerdict>,
  clock: Clock,
): Promise<FilledVerdict> {
  try {
    const answered = await withTimeout(answer, gate.deadlineMs, clock);
    return answered === undefined
      ? closed(say`The gate ${gate.name} did not answer in time, so the call is denied.`)
      : checked(gate, answered.value);
  } catch {
    return failed(gate);
  }
}

function checked(gate: BoundGate, verdict: unknown): FilledVerdict {
  if (!isVerdict(verdict)) {
    return closed(say`The gate ${gate.name} gave an invalid verdict, so the call is denied.`);
  }
  if (verdict.audit === undefined) return verdict;
  const audit = readGateFields(gate.slot, cleanFields(verdict.audit));
  return audit === undefined
    ? closed(say`The gate ${gate.name} filled a field that is not its own, so the call is denied.`)
    : { ...verdict, audit };
}

/** Longest text that a gate may add to an entry. */
const maxFieldChars = 1000;

function cleanFields(fields: object): unknown {
  const clean = (value: unknown): unknown =>
    typeof value === 'string' ? redactText(value).text.slice(0, maxFieldChars) : value;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, clean(value)]));
}

/** What a gate throws may quote the call, so only the failure is reported. */
function failed(gate: BoundGate): Verdict {
  return closed(say`The gate ${gate.name} failed, so the call is denied.`);
}

function closed(reason: Sentence): Verdict {
  return { verdict: 'deny', errorCode: 'policy_denied', reason };
}

/** Reasons quote paths and rules quote commands, so credentials in them are redacted. */
export function traceOf(gate: BoundGate, verdict: FilledVerdict): GateTrace {
  const { rule, match, policyRule, parts, audit, liftedBy } = verdict;
  return {
    slot: gate.slot,
    gate: gate.name,
    verdict: verdict.verdict,
    reason: mapTexts(verdict.reason, redactName),
    ...(rule === undefined ? {} : { rule: { ...rule, pattern: redactName(rule.pattern) } }),
    ...(match === undefined ? {} : { match: redactText(match).text }),
    ...(policyRule === undefined
      ? {}
      : { policyRule: { ...policyRule, place: redactName(policyRule.place) } }),
    ...(audit === undefined ? {} : { audit }),
    ...(liftedBy === undefined ? {} : { liftedBy }),
    ...(parts === undefined ? {} : { parts: parts.slice(0, maxTracedParts).map(cleanPart) }),
  };
}

/** Users do not read more sub-commands; all of them have been judged. */
export const maxTracedParts = 50;

function isPublic(pattern: string): boolean {
  return redactName(pattern) === pattern && redactText(pattern).kinds.length === 0;
}

function cleanPart(part: JudgedPart): JudgedPart {
  const clean = {
    ...part,
    text: redactText(part.text).text,
    reason: mapTexts(part.reason, redactName),
    hazards: part.hazards.map((hazard) => mapTexts(hazard, redactName)),
  };
  if (part.allowable?.every(isPublic) !== false) return clean;
  // A rule with a redaction mark would allow nothing.
  const { allowable: _allowable, ...rest } = clean;
  return { ...rest, obstacle: 'credential' };
}
