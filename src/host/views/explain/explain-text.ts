import { escapeControlInline } from '../../../core/base/escape-control';
import { isObject, parseJson } from '../../../core/base/json-read';
import type { CallOrigin } from '../../../core/contracts/call';
import { isRuleFor, type PermissionRule } from '../../../core/contracts/decision';
import type { Explanation } from '../../../core/contracts/explanation';
import { cutMarked, cutMiddle } from '../../panel/card-text';
import type { PastCall } from '../../panel/past-calls';
import { shortToolName } from '../../policy/tool-names';
import { ruleLabel, ruleOrigin } from '../rule-words';
import { commandPartLines } from './command-parts';
import { decidedNow, decidedThen } from './decided';
import { facts, hang, quote, section } from './page-text';
import { checkNotes } from './step-table';

/** In characters; what is judged is the whole. */
const maxShownArgs = 4000;
const maxTitle = 90;

export interface ExplainedCall {
  readonly tool: string;
  readonly argsJson: string;
  readonly origin: CallOrigin;
}

/** A deny rule that never applies, and the rule before it that decides the same calls. */
export interface ShadowedRule {
  readonly rule: PermissionRule;
  readonly by: PermissionRule | undefined;
}

export interface ExplainPage {
  readonly call: ExplainedCall;
  /** Set when the call was made, and not only thought of. */
  readonly past?: PastCall;
  readonly now: Explanation;
  readonly shadowed: readonly ShadowedRule[];
}

/** Why a call is decided as it is, for a read-only document. Foreign text cannot fake a line. */
export function explainText({ call, past, now, shadowed }: ExplainPage): string {
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
    ...section('Deny rules that never apply', shadowed.flatMap(shadowedLines(now.tool))),
    ...section('The checks, in a word', checkNotes(steps)),
    ...hang('', 'To find this out nothing was run, asked or recorded.'),
    ...hang('', 'How many calls a chat may make is counted when it makes them, not here.'),
    '',
  ].join('\n');
}

/** What keeps the judgement of now from being about exactly the call of then. */
function caveats({ argsJson }: ExplainedCall, past: PastCall | undefined): readonly string[] {
  if (past === undefined) return [];
  const texts = [
    ...(argsJson.includes('[REDACTED:')
      ? [
          'What looked like a secret was replaced by a mark when the call was recorded. The text with the mark is what is judged here.',
        ]
      : []),
    ...(past.failure?.errorCode === 'invalid_json'
      ? [
          'The arguments could not be read then and were not kept. A call without arguments is what is judged here.',
        ]
      : []),
  ];
  return texts.flatMap((text) => [...hang('  Note: ', text), '']);
}

function callLines({ argsJson, origin }: ExplainedCall, now: Explanation): readonly string[] {
  const head = facts([
    ['Tool', shortToolName(now.tool)],
    ['Called by', origin === 'user' ? 'you, by typing it' : 'the agent'],
  ]);
  const command = onlyCommand(argsJson);
  if (command !== undefined) {
    return [...head, '  Command', ...quote(cutMiddle(command, maxShownArgs))];
  }
  const args = parseJson(argsJson);
  const shown = args === undefined ? argsJson : JSON.stringify(args.value, null, 2);
  return [...head, '  Arguments', ...quote(cutMiddle(shown, maxShownArgs))];
}

/** The command, when it is all that the call says. */
function onlyCommand(argsJson: string): string | undefined {
  const args = parseJson(argsJson)?.value;
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
      ...(by === undefined
        ? []
        : hang('    because this stands before it:  ', `${ruleLabel(by)} (${ruleOrigin(by)})`)),
    ];
  };
}
