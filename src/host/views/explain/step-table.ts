import type { ExplainStep } from '../../../core/contracts/explanation';
import { ruleLabel, ruleOrigin, sourceNames } from '../rule-words';
import { answers, checkOf } from './checks';
import { facts, hang } from './page-text';

/** The checks in the order in which a call meets them: name, answer, reason, rule and its source. */
export function stepTable(steps: readonly ExplainStep[]): readonly string[] {
  const numberWidth = String(steps.length).length;
  const nameWidth = Math.max(0, ...steps.map((step) => checkOf(step).name.length));
  const answerWidth = Math.max(...Object.values(answers).map((answer) => answer.length));
  const end = steps.findIndex(({ verdict }) => verdict === 'deny');
  return steps.flatMap((step, at) => {
    const number = String(at + 1).padStart(numberWidth);
    const name = checkOf(step).name.padEnd(nameWidth);
    const head = `  ${number}  ${name}  ${answers[step.verdict].padEnd(answerWidth)}  `;
    const below = ' '.repeat(head.length);
    const lines = stepTexts(step).flatMap((text, line) => hang(line === 0 ? head : below, text));
    const isEnd = at === end && at < steps.length - 1;
    return isEnd ? [...lines, '', '  A call ends where it is refused. The others say:', ''] : lines;
  });
}

/** A word on each gate of the table; of the other checks the table itself tells. */
export function checkNotes(steps: readonly ExplainStep[]): readonly string[] {
  const notes = steps.flatMap((step): readonly (readonly [string, string])[] => {
    const { name, about } = checkOf(step);
    return about === undefined || step.gate === undefined ? [] : [[name, about]];
  });
  return facts([...new Map(notes)]);
}

/** What a check says, in one line: the rule that decided, or the check's own reason. */
export function groundOf(step: ExplainStep): string {
  const { rule, verdict, reason } = step;
  return rule?.action === verdict
    ? `${ruleLabel(rule)} (${ruleOrigin(rule)})`
    : withoutFullStop(reason);
}

function stepTexts(step: ExplainStep): readonly string[] {
  const { rule, verdict, match, errorCode } = step;
  const isRule = rule?.action === verdict;
  return [
    isRule ? ruleLabel(rule) : withoutFullStop(reasonOf(step)),
    ...(rule === undefined || isRule ? [] : [`the rule: ${ruleLabel(rule)}`]),
    ...(rule === undefined ? [] : [`from: ${ruleOrigin(rule)}`]),
    ...(match === undefined ? [] : matchTexts(match)),
    ...(errorCode === undefined ? [] : [`the agent is told: ${errorCode}`]),
  ];
}

/** The trace of a policy rule, `policy.rules[0] deny: tool=bash matched paths`, or a policy's name. */
function matchTexts(match: string): readonly string[] {
  const [, place, matched] = /^(\S+) (?:allow|deny): (.+)$/s.exec(match) ?? [];
  if (place === undefined || matched === undefined) return [`by the tool policy: ${match}`];
  return [`from: ${sourceNames.user}, gatehouse.${place}`, matched];
}

/** A stage that is no gate says only that a call passes; what it looks at says more. */
function reasonOf(step: ExplainStep): string {
  const isSilent = step.gate === undefined && step.verdict === 'allow';
  return isSilent ? (checkOf(step).about ?? step.reason) : step.reason;
}

function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '');
}
