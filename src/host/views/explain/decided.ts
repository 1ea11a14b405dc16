import type { CallOrigin } from '../../../core/contracts/call';
import type { ApprovedBy } from '../../../core/contracts/decision';
import type { ExplainStep, Explanation } from '../../../core/contracts/explanation';
import type { PastCall } from '../../panel/past-calls';
import { checkOf } from './checks';
import { facts, hang } from './page-text';
import { groundOf, stepTable } from './step-table';

type Fact = readonly [name: string, text: string];

/** What the policy of now says of a call. */
export function decidedNow(
  { verdict, steps, policyVersion }: Explanation,
  origin: CallOrigin,
  then: number | undefined,
): readonly string[] {
  const hasChanged = then !== undefined && then !== policyVersion;
  const version = `version ${String(policyVersion)}${hasChanged ? ': rules or settings have changed since then' : ''}`;
  return [
    ...hang('  ', sentenceNow(verdict, origin)),
    '',
    ...facts([...grounds(verdict, steps), ['Policy', version]]),
    '',
    ...stepTable(steps),
  ];
}

function sentenceNow(verdict: Explanation['verdict'], origin: CallOrigin): string {
  switch (verdict) {
    case 'allow':
      return 'It would run without asking.';
    case 'deny':
      return 'It would be refused, and nobody would be asked.';
    case 'ask':
      return origin === 'user'
        ? 'Typed by you it would run without asking: typing a call is its approval.'
        : 'Gatehouse would ask you before it runs.';
  }
}

const approvers: Readonly<Record<ApprovedBy, string>> = {
  auto: 'the rules alone',
  user: 'you, when Gatehouse asked',
  'user-typed': 'you, by typing it',
  none: 'nobody',
};

/** What was decided of a call when it was made, as it was recorded. */
export function decidedThen(past: PastCall): readonly string[] {
  const { decision } = past;
  const sentence = hang('  ', sentenceThen(past));
  if (decision === undefined) return sentence;
  const { approvedBy, trust, policyVersion, trace } = decision;
  return [
    ...sentence,
    '',
    ...facts([
      ...groundsThen(past),
      ['Approved by', approvers[approvedBy]],
      ['Trust level', trust],
      ['Policy', `version ${String(policyVersion)}`],
    ]),
    ...(trace.length === 0 ? [] : ['', ...stepTable(trace)]),
  ];
}

function sentenceThen({ decision, status }: PastCall): string {
  if (decision === undefined) {
    if (status === 'asking') return 'Nothing yet: it waits for your answer.';
    return status === 'running'
      ? 'It runs. What was decided is told when it ends.'
      : 'The agent did not tell what was decided.';
  }
  if (decision.verdict === 'deny') {
    return status === 'cancelled' ? 'It was cancelled before it ran.' : 'It was refused.';
  }
  switch (decision.approvedBy) {
    case 'user':
      return 'Gatehouse asked you, and you allowed it.';
    case 'user-typed':
      return 'It was allowed, because you typed it: typing a call is its approval.';
    case 'auto':
    case 'none':
      return 'It was allowed without asking.';
  }
}

/** A refusal that no gate spoke is told by the failure: a stage before them, or the person. */
function groundsThen({ decision, failure }: PastCall): readonly Fact[] {
  if (decision === undefined) return [];
  const { verdict, approvedBy, trace } = decision;
  if (verdict === 'allow') return grounds(approvedBy === 'auto' ? 'allow' : 'ask', trace);
  if (trace.some((line) => line.verdict === 'deny')) return grounds('deny', trace);
  const asked = grounds('ask', trace);
  return failure === undefined
    ? asked
    : [...asked, ['Because', `${failure.message} (the agent was told: ${failure.errorCode})`]];
}

/** The steps on which a verdict stands: the first refusal, all that ask, or the rule that allows. */
function grounds(verdict: Explanation['verdict'], steps: readonly ExplainStep[]): readonly Fact[] {
  const found = steps.filter((step) => step.verdict === verdict);
  switch (verdict) {
    case 'deny':
      return found.slice(0, 1).map((step) => ['Because', ground(step)]);
    case 'ask':
      return found.map((step) => ['Asks because', ground(step)]);
    case 'allow': {
      const ruled = found.findLast(({ rule }) => rule !== undefined);
      return [['Because', ruled === undefined ? 'no check refuses it or asks' : ground(ruled)]];
    }
  }
}

function ground(step: ExplainStep): string {
  return `${checkOf(step).name}: ${groundOf(step)}`;
}
