import { cutMarked } from '../../../core/base/text-lines';
import { escapeControlInline } from '../../../core/base/escape-control';
import { isObject, parseJson } from '../../../core/contracts/json';
import type { CallOrigin } from '../../../core/contracts/calls/call';
import {
  isRuleFor,
  refusingLine,
  type Explanation,
  type ShadowedRule,
  type ApprovedBy,
  type ExplainStep,
} from '../../../core/contracts/calls/decision';
import { cutMiddle } from '../../panel/transcript/display-text';
import type { PastCall } from '../../panel/transcript/past-calls';
import { shortToolName } from '../../../core/contracts/tool-spec';
import { ruleLabel, ruleOrigin } from '../rules/rule-labels';
import { commandPartLines, checkNotes, checkOf, groundOf, stepTable } from './checks';
import { facts, hang, quote, section } from './page-text';

const maxShownArgs = 4000;
const maxTitle = 90;

export interface ExplainedCall {
  readonly tool: string;
  readonly argsJson: string;
  readonly origin: CallOrigin;
}

export interface ExplainPage {
  readonly call: ExplainedCall;
  /** Set when the call was made, and is not hypothetical. */
  readonly past?: PastCall;
  readonly now: Explanation;
}

/** The reasons for a decision, for a read-only document. Foreign text cannot fake a line. */
export function explainText({ call, past, now }: ExplainPage): string {
  const then = past?.decision;
  const steps = [...now.steps, ...(then?.trace ?? [])];
  return [
    titleOf(call, now),
    '',
    ...(past === undefined ? [] : section('What was decided then', decidedThen(past))),
    ...section('What would be decided now', [
      ...caveats(call, past),
      ...decidedNow(now, call.origin, then?.policyVersion),
    ]),
    ...section('The call', callLines(call, now)),
    ...section('Its commands, one by one', commandPartLines(now.steps)),
    ...section('Deny rules that never apply', now.shadowed.flatMap(shadowedLines(now.tool))),
    ...section('Summary of the checks', checkNotes(steps)),
    ...hang('', 'Nothing was run, asked or recorded for this explanation.'),
    ...hang('', 'The quota of calls is not checked here.'),
    '',
  ].join('\n');
}

function caveats({ argsJson }: ExplainedCall, past: PastCall | undefined): readonly string[] {
  if (past === undefined) return [];
  const texts = [
    ...(argsJson.includes('[REDACTED:')
      ? [
          'Possible secrets were redacted when the call was recorded. The redacted text is judged here.',
        ]
      : []),
    ...(past.failure?.errorCode === 'invalid_json'
      ? [
          'The arguments could not be read and were not kept. A call without arguments is judged here.',
        ]
      : []),
  ];
  return texts.flatMap((text) => [...hang('  Note: ', text), '']);
}

const callers = {
  model: 'the agent',
  user: 'you, by typing it',
  host: 'Gatehouse itself',
} as const;

function callLines({ argsJson, origin }: ExplainedCall, now: Explanation): readonly string[] {
  const head = facts([
    ['Tool', shortToolName(now.tool)],
    ['Called by', callers[origin]],
  ]);
  const command = onlyCommand(argsJson);
  if (command !== undefined) {
    return [...head, '  Command', ...quote(cutMiddle(command, maxShownArgs))];
  }
  const args = parseJson(argsJson);
  const shown = args === undefined ? argsJson : JSON.stringify(args, null, 2);
  return [...head, '  Arguments', ...quote(cutMiddle(shown, maxShownArgs))];
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

function shadowedLines(tool: string): (shadowed: ShadowedRule) => readonly string[] {
  return ({ rule, by }) => {
    if (!isRuleFor(rule, tool)) return [];
    return [
      ...hang('  ', `${ruleLabel(rule)} (${ruleOrigin(rule)})`),
      ...hang('    because this rule matches first:  ', `${ruleLabel(by)} (${ruleOrigin(by)})`),
    ];
  };
}

type Fact = readonly [name: string, text: string];

function decidedNow(
  { verdict, steps, policyVersion }: Explanation,
  origin: CallOrigin,
  then: number | undefined,
): readonly string[] {
  const hasChanged = then !== undefined && then !== policyVersion;
  const version = `version ${String(policyVersion)}${hasChanged ? ': rules or settings have changed since then' : ''}`;
  return [
    ...hang('  ', sentenceNow(verdict, origin)),
    '',
    ...facts([...grounds(verdict, steps), ...unasked(verdict, steps), ['Policy', version]]),
    '',
    ...stepTable(steps),
  ];
}

/** Checks that may still end a call which would run or ask. */
function unasked(verdict: Explanation['verdict'], steps: readonly ExplainStep[]): readonly Fact[] {
  if (verdict === 'deny' || verdict === 'skip') return [];
  const open = steps.filter((step) => step.verdict === 'unasked');
  return open.map((step) => ['Unless', `${checkOf(step).name}, not asked here, denies it`]);
}

function sentenceNow(verdict: Explanation['verdict'], origin: CallOrigin): string {
  switch (verdict) {
    case 'allow':
      return 'It would run without asking.';
    case 'deny':
      return 'It would be denied without asking you.';
    case 'skip':
      return 'It would be skipped: not run, and answered without asking you.';
    case 'ask':
      return origin === 'user'
        ? 'If you key it in as one line, it runs without asking: typing a call approves it.'
        : 'Gatehouse would ask you before it runs.';
  }
}

const approvers: Readonly<Record<ApprovedBy, string>> = {
  auto: 'the rules alone',
  user: 'you, when Gatehouse asked',
  'user-typed': 'you, by typing it',
  none: 'no one',
};

function decidedThen(past: PastCall): readonly string[] {
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
    if (status === 'asking') return 'Nothing yet: it is waiting for your answer.';
    return status === 'running'
      ? 'It is running. The decision is shown when it ends.'
      : 'The agent did not report a decision.';
  }
  if (decision.verdict === 'deny') {
    return status === 'cancelled' ? 'It was cancelled before it ran.' : 'It was refused.';
  }
  if (decision.verdict === 'skip') return 'It was skipped: not run, and answered.';
  switch (decision.approvedBy) {
    case 'user':
      return 'Gatehouse asked you, and you allowed it.';
    case 'user-typed':
      return 'It was allowed because you typed it: typing a call approves it.';
    case 'auto':
    case 'none':
      return 'It was allowed without asking.';
  }
}

/** A refusal by no gate is explained by the failure: an earlier stage, or the user. */
function groundsThen({ decision, failure }: PastCall): readonly Fact[] {
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
        ['Because', `${failure.message} (error code for the agent: ${failure.errorCode})`],
      ];
}

/** The deciding steps of a verdict: the first refusal, all that ask, or the rule that allows. */
function grounds(verdict: Explanation['verdict'], steps: readonly ExplainStep[]): readonly Fact[] {
  const found = steps.filter((step) => step.verdict === verdict);
  switch (verdict) {
    case 'deny':
    case 'skip':
      return found.slice(0, 1).map((step) => ['Because', ground(step)]);
    case 'ask':
      return found.map((step) => ['Asks because', ground(step)]);
    case 'allow': {
      const ruled = found.findLast(({ rule }) => rule !== undefined);
      return [['Because', ruled === undefined ? 'no check denies it or asks' : ground(ruled)]];
    }
  }
}

function ground(step: ExplainStep): string {
  return `${checkOf(step).name}: ${groundOf(step)}`;
}
