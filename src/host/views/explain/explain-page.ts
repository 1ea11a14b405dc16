import { isFinal } from '../../../core/contracts/calls/ending';
import { permissionName } from '../permission/permission-texts';
import { cutMarked } from '../../../core/base/text-lines';
import { escapeControlInline } from '../../../core/base/escape-control';
import { isObject, parseJson } from '../../../core/contracts/json';
import type { CallOrigin } from '../../../core/contracts/calls/call';
import {
  isRuleFor,
  refusingLine,
  type Explanation,
  type ApprovedBy,
  type ExplainStep,
} from '../../../core/contracts/calls/decision';
import { cutMiddle } from '../../panel/transcript/display-text';
import type { PastCall } from '../../panel/transcript/past-calls';
import { shortToolName } from '../../../core/contracts/tool-spec';
import {
  factsBlock,
  foldBlock,
  rowsBlock,
  section,
  type Report,
  type ReportBlock,
  type ReportFact,
  type ReportSection,
  type ReportVerdict,
} from '../report/report';
import { ruleLabel, ruleOrigin } from '../rules/rule-labels';
import { commandParts, checkNotes, checkName, groundOf, stepRow } from './checks';
import { levelName } from '../trust/trust-items';
import { t, shownFailure } from '../../window/language';

const maxShownArgs = 4000;
const maxTitle = 90;

export interface ExplainedCall {
  readonly tool: string;
  readonly argsJson: string;
  readonly origin: CallOrigin;
}

export interface ExplainFacts {
  readonly call: ExplainedCall;
  /** Set when the call was made, and is not hypothetical. */
  readonly past?: PastCall;
  readonly now: Explanation;
}

/** Why a call was or would be decided as it is: the verdict and the checks that decide first. */
export function explainPage({ call, past, now }: ExplainFacts): Report {
  const then = past?.decision;
  const ended = past?.status === 'asking' ? undefined : past;
  return {
    title: t('Explain Decision'),
    subject: titleOf(call, now),
    verdict: past === undefined ? verdictNow(now.verdict, call.origin) : verdictThen(past),
    actions: [{ title: t('Manage Rules…'), command: 'gatehouse.manageRules' }],
    blocks: factsBlock(ended === undefined ? factsNow(now) : factsThen(ended)),
    sections: [
      ...(ended === undefined
        ? [section(t('Checks'), stepBlocks(now.steps, now.verdict))]
        : [sectionThen(ended), sectionNow(call, ended, now)]),
      section(t('The call'), callBlocks(call, now)),
      section(t('Commands in this call'), rowsBlock(commandParts(now.steps))),
      section(t('Deny rules that never apply'), shadowedFacts(now)),
      section(
        t('About these checks'),
        factsBlock(checkNotes([...now.steps, ...(then?.trace ?? [])])),
      ),
    ],
    notes: [
      t(
        'Nothing was run, asked or recorded for this explanation. The call quota is not checked here.',
      ),
    ],
  };
}

function sectionThen({ decision }: PastCall): ReportSection {
  const blocks = decision === undefined ? [] : stepBlocks(decision.trace, decision.verdict);
  return section(t('Checks at the time'), blocks);
}

function sectionNow(call: ExplainedCall, past: PastCall, now: Explanation): ReportSection {
  const { text } = verdictNow(now.verdict, call.origin);
  return {
    heading: t('Decision now'),
    blocks: [
      ...caveats(call, past).map(textBlock),
      textBlock(text),
      ...factsBlock(factsNow(now, past.decision?.policyVersion)),
      ...stepBlocks(now.steps, now.verdict),
    ],
  };
}

function textBlock(text: string): ReportBlock {
  return { kind: 'text', text };
}

/** The checks that decide; the others are folded. */
function stepBlocks(
  steps: readonly ExplainStep[],
  verdict: Explanation['verdict'],
): readonly ReportBlock[] {
  const decides = decidingSteps(verdict, steps);
  const others = steps.filter((step) => !decides.includes(step));
  const first = rowsBlock(decides.map(stepRow));
  if (others.length === 0) return first;
  const passed = others.every((step) => step.verdict === 'allow' || step.verdict === 'abstain');
  const summary = othersText(others.length, first.length > 0, passed);
  return [...first, ...foldBlock(summary, rowsBlock(others.map(stepRow)))];
}

function othersText(count: number, isRest: boolean, passed: boolean): string {
  if (isRest) return restText(count, passed);
  if (count === 1) return passed ? t('1 check passed') : t('1 check');
  return passed ? t('{0} checks passed', count) : t('{0} checks', count);
}

function restText(count: number, passed: boolean): string {
  if (count === 1) return passed ? t('1 other check passed') : t('1 other check');
  return passed ? t('{0} other checks passed', count) : t('{0} other checks', count);
}

/** All refusals or questions, gates that are still open, or the rule that allows. */
function decidingSteps(
  verdict: Explanation['verdict'],
  steps: readonly ExplainStep[],
): readonly ExplainStep[] {
  const open = steps.filter((step) => step.verdict === 'unasked');
  if (verdict !== 'allow') return steps.filter((step) => step.verdict === verdict || isOpen(step));
  const ruled = steps.findLast((step) => step.verdict === 'allow' && step.rule !== undefined);
  return ruled === undefined ? open : [ruled, ...open];
}

function isOpen({ verdict }: ExplainStep): boolean {
  return verdict === 'unasked';
}

function caveats({ argsJson }: ExplainedCall, past: PastCall): readonly string[] {
  return [
    ...(argsJson.includes('[REDACTED:')
      ? [
          t(
            'Note: Secrets were redacted when the call was recorded. The redacted text is judged here.',
          ),
        ]
      : []),
    ...(past.failure?.errorCode === 'invalid_json'
      ? [
          t(
            'Note: The arguments were not valid JSON and were not kept. A call without arguments is judged here.',
          ),
        ]
      : []),
  ];
}

const callers = (): Readonly<Record<CallOrigin, string>> => ({
  model: t('the agent'),
  user: t('you (typed)'),
  host: 'Gatehouse',
});

function callBlocks({ argsJson, origin }: ExplainedCall, now: Explanation): readonly ReportBlock[] {
  const command = onlyCommand(argsJson);
  const args = parseJson(argsJson);
  const shown = command ?? (args === undefined ? argsJson : JSON.stringify(args, null, 2));
  return [
    ...factsBlock([
      [t('Tool'), shortToolName(now.tool)],
      [t('Called by'), callers()[origin]],
    ]),
    { kind: 'quote', text: cutMiddle(shown, maxShownArgs) },
  ];
}

function onlyCommand(argsJson: string): string | undefined {
  const args = parseJson(argsJson);
  if (!isObject(args) || Object.keys(args).length !== 1) return undefined;
  const command = args['command'];
  return typeof command === 'string' ? command : undefined;
}

function titleOf({ argsJson }: ExplainedCall, { tool }: Explanation): string {
  const whole = `${shortToolName(tool)}: ${onlyCommand(argsJson) ?? argsJson}`;
  return cutMarked(escapeControlInline(cutMarked(whole, maxTitle)), maxTitle);
}

function shadowedFacts({ shadowed, tool }: Explanation): readonly ReportBlock[] {
  return rowsBlock(
    shadowed.flatMap(({ rule, by }) =>
      isRuleFor(rule, tool)
        ? [
            {
              texts: [
                `${ruleLabel(rule)} (${ruleOrigin(rule)})`,
                t('An earlier rule matches first: {0} ({1})', ruleLabel(by), ruleOrigin(by)),
              ],
            },
          ]
        : [],
    ),
  );
}

function factsNow(
  { verdict, steps, policyVersion, permissionLevel }: Explanation,
  then?: number,
): readonly ReportFact[] {
  const hasChanged = then !== undefined && then !== policyVersion;
  const version = hasChanged
    ? t('version {0} (rules or settings have changed since)', policyVersion)
    : t('version {0}', policyVersion);
  return [
    ...grounds(verdict, steps),
    ...unasked(verdict, steps),
    [t('Permission level'), permissionName(permissionLevel)],
    [t('Policy'), version],
  ];
}

/** Checks that may still end a call which would run or ask. */
function unasked(
  verdict: Explanation['verdict'],
  steps: readonly ExplainStep[],
): readonly ReportFact[] {
  if (verdict === 'deny' || verdict === 'skip') return [];
  return steps
    .filter(isOpen)
    .map((step) => [t('Unless'), t('{0} denies it (it is not asked here)', checkName(step))]);
}

function verdictNow(verdict: Explanation['verdict'], origin: CallOrigin): ReportVerdict {
  switch (verdict) {
    case 'allow':
      return { tone: 'good', text: t('Would run without asking') };
    case 'deny':
      return { tone: 'bad', text: t('Would be denied without asking you') };
    case 'skip':
      return { tone: 'neutral', text: t('Would be skipped: answered without running or asking') };
    case 'ask':
      return origin === 'user'
        ? { tone: 'good', text: t('Would run if you type it as one line: typing approves it') }
        : { tone: 'ask', text: t('Would ask you before running') };
  }
}

const approvers = (): Readonly<Record<ApprovedBy, string>> => ({
  auto: t('your rules'),
  user: t('you'),
  'user-typed': t('you, by typing it'),
  none: t('no one'),
});

function factsThen(past: PastCall): readonly ReportFact[] {
  const { decision } = past;
  if (decision === undefined) return [];
  const { approvedBy, trust, permissionLevel, policyVersion } = decision;
  return [
    ...groundsThen(past),
    [t('Approved by'), approvers()[approvedBy]],
    [t('Trust level'), levelName(trust)],
    ...(permissionLevel === undefined
      ? []
      : [[t('Permission level'), permissionName(permissionLevel)] as const]),
    [t('Policy'), t('version {0}', policyVersion)],
  ];
}

const openVerdicts = {
  asking: (): ReportVerdict => ({ tone: 'ask', text: t('Pending: waiting for you') }),
  allowed: (): ReportVerdict => ({ tone: 'neutral', text: t('Allowed, waiting for its turn') }),
  denied: (): ReportVerdict => ({ tone: 'neutral', text: t('Denied, waiting for its turn') }),
  running: (): ReportVerdict => ({
    tone: 'neutral',
    text: t('Running: the decision is shown when it ends'),
  }),
};

function verdictThen({ decision, status }: PastCall): ReportVerdict {
  if (decision === undefined) {
    return isFinal(status)
      ? { tone: 'neutral', text: t('The agent did not report a decision') }
      : openVerdicts[status]();
  }
  if (decision.verdict === 'deny') {
    return status === 'cancelled'
      ? { tone: 'neutral', text: t('Cancelled before it ran') }
      : { tone: 'bad', text: t('Denied') };
  }
  if (decision.verdict === 'skip') {
    return { tone: 'neutral', text: t('Skipped: answered without running') };
  }
  switch (decision.approvedBy) {
    case 'user':
      return { tone: 'good', text: t('You approved this once') };
    case 'user-typed':
      return { tone: 'good', text: t('Approved: you typed it') };
    case 'auto':
    case 'none':
      return { tone: 'good', text: t('Allowed without asking') };
  }
}

/** A refusal by no gate is explained by the failure: an earlier stage, or the user. */
function groundsThen({ decision, failure }: PastCall): readonly ReportFact[] {
  if (decision === undefined) return [];
  const { verdict, approvedBy, trace } = decision;
  if (verdict === 'allow') return grounds(approvedBy === 'auto' ? 'allow' : 'ask', trace);
  const refused = refusingLine(trace);
  if (refused !== undefined) return grounds(refused.verdict, trace);
  const asked = grounds('ask', trace);
  return failure === undefined
    ? asked
    : [
        ...asked,
        [
          t('Why'),
          t('{0} (error code for the agent: {1})', shownFailure(failure), failure.errorCode),
        ],
      ];
}

/** The deciding steps of a verdict: the first refusal, all that ask, or the rule that allows. */
function grounds(
  verdict: Explanation['verdict'],
  steps: readonly ExplainStep[],
): readonly ReportFact[] {
  const found = steps.filter((step) => step.verdict === verdict);
  switch (verdict) {
    case 'deny':
    case 'skip':
      return found.slice(0, 1).map((step) => [t('Why'), groundOf(step)]);
    case 'ask':
      return found.map((step) => [t('Asks because'), groundOf(step)]);
    case 'allow': {
      const ruled = found.findLast(({ rule }) => rule !== undefined);
      return [[t('Why'), ruled === undefined ? t('No check denies it or asks.') : groundOf(ruled)]];
    }
  }
}
