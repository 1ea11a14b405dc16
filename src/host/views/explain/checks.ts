import { escapeControlInline } from '../../../core/base/escape-control';
import { refusingLine, type ExplainStep } from '../../../core/contracts/calls/decision';
import { ruleLabel, ruleOrigin, sourceNames } from '../rules/rule-labels';
import { facts, hang } from './page-text';
import type { JudgedPart } from '../../../core/contracts/calls/shell-analysis';

export interface PipelineCheck {
  readonly name: string;
  /** The subject of the check, in one sentence or part of one; undefined for unknown checks. */
  readonly about?: string;
}

/** By gate, or by slot for other stages: name and subject. */
const checks = new Map(
  Object.entries<readonly [name: string, about: string]>({
    context: ['Caller', 'the caller is known, and no secret is passed along'],
    intake: ['Arguments', 'the arguments can be read'],
    resolve: ['Tool', 'there is a tool of this name'],
    admit: ['Allowed tools', 'the tool is switched on (Gatehouse: Tools…)'],
    authorize: ['Authorization', 'tools may run in this workspace: you trust it'],
    connect: ['Connection', 'a tool that signs in needs a connection you granted'],
    validate: ['Form', 'the arguments fit the tool'],
    'shell-blocklist': [
      'Blocked commands',
      'Commands that hide other commands, and commands that never run, whatever the rules say.',
    ],
    'path-sandbox': ['Path sandbox', 'Paths are in the open folders and not on the deny list.'],
    'permission-rules': [
      'Permission rules',
      'The first matching rule decides; if none matches, Gatehouse asks.',
    ],
    'policy-rules': [
      'Policy rules',
      'Further rules (gatehouse.policy.rules): they deny, never allow.',
    ],
    'protected-files': [
      'Protected files',
      'Changing a file that programs or agents obey always asks.',
    ],
    'sequence-policies': [
      'Order of steps',
      'Some calls need another call first: read a file, then change it.',
    ],
    trust: ['Trust level', 'How far you trust the tool (Gatehouse: Set Trust Level…).'],
  }),
);

export function checkOf({ slot, gate }: Pick<ExplainStep, 'slot' | 'gate'>): PipelineCheck {
  const key = gate ?? slot;
  const [name = readable(key), about] = checks.get(key) ?? [];
  return { name, ...(about !== undefined && { about }) };
}

function readable(key: string): string {
  const words = escapeControlInline(key.slice(0, 40)).replaceAll(/[-_]+/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const answers: Readonly<Record<ExplainStep['verdict'], string>> = {
  allow: 'passes',
  ask: 'asks',
  deny: 'refuses',
  abstain: 'n/a',
  skip: 'skips',
  unasked: 'open',
};

function widthOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}

/** The checks in the order of the pipeline: name, answer, reason, rule and its source. */
export function stepTable(steps: readonly ExplainStep[]): readonly string[] {
  const numberWidth = String(steps.length).length;
  const nameWidth = widthOf(steps.map((step) => checkOf(step).name));
  const answerWidth = widthOf(Object.values(answers));
  const refused = refusingLine(steps);
  return steps.flatMap((step, at) => {
    const number = String(at + 1).padStart(numberWidth);
    const name = checkOf(step).name.padEnd(nameWidth);
    const head = `  ${number}  ${name}  ${answers[step.verdict].padEnd(answerWidth)}  `;
    const below = ' '.repeat(head.length);
    const lines = stepTexts(step).flatMap((text, line) => hang(line === 0 ? head : below, text));
    return refused !== undefined && step === refused && at < steps.length - 1
      ? [
          ...lines,
          '',
          `  A call ends at the first check that ${refused.verdict === 'deny' ? 'denies' : 'skips'} it. The other checks:`,
          '',
        ]
      : lines;
  });
}

/** A word on each gate of the table; the table itself describes the other checks. */
export function checkNotes(steps: readonly ExplainStep[]): readonly string[] {
  const notes = steps.flatMap((step): readonly (readonly [string, string])[] => {
    const { name, about } = checkOf(step);
    return about === undefined || step.gate === undefined ? [] : [[name, about]];
  });
  return facts([...new Map(notes)]);
}

/** The explanation of a check in one line: the deciding rule, or the check's own reason. */
export function groundOf(step: ExplainStep): string {
  const { rule, verdict, reason } = step;
  return rule?.action === verdict
    ? `${ruleLabel(rule)} (${ruleOrigin(rule)})`
    : withoutFullStop(reason);
}

function stepTexts(step: ExplainStep): readonly string[] {
  const { rule, verdict, errorCode } = step;
  const isRule = rule?.action === verdict;
  return [
    isRule ? ruleLabel(rule) : withoutFullStop(reasonOf(step)),
    ...(rule === undefined || isRule ? [] : [`the rule: ${ruleLabel(rule)}`]),
    ...(rule === undefined ? [] : [`from: ${ruleOrigin(rule)}`]),
    ...matchTexts(step),
    ...(errorCode === undefined ? [] : [`error code for the agent: ${errorCode}`]),
  ];
}

function matchTexts({ match, policyRule }: ExplainStep): readonly string[] {
  if (policyRule === undefined) return match === undefined ? [] : [`by the tool policy: ${match}`];
  return [`from: ${sourceNames.user}, gatehouse.${policyRule.place}`, policyRule.result];
}

/** Other stages only report that a call passes; their subject is more informative. */
function reasonOf(step: ExplainStep): string {
  const isSilent = step.gate === undefined && step.verdict === 'allow';
  return isSilent ? (checkOf(step).about ?? step.reason) : step.reason;
}

function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '');
}

interface WithParts {
  readonly parts?: readonly JudgedPart[];
}

/** The parse of a command: for each sub-command its answer, the deciding rule and its hazards. */
export function commandPartLines(steps: readonly WithParts[]): readonly string[] {
  const parts = steps.find((step) => step.parts !== undefined)?.parts ?? [];
  const numberWidth = String(parts.length).length;
  const answerWidth = widthOf(Object.values(answers));
  return parts.flatMap(({ text, verdict, reason, hazards }, at) => {
    const number = String(at + 1).padStart(numberWidth);
    const head = `  ${number}  ${answers[verdict].padEnd(answerWidth)}  `;
    const below = ' '.repeat(head.length);
    return [
      ...hang(head, text),
      ...hang(below, reason),
      ...hazards.flatMap((hazard) => hang(below, `hazard: ${hazard}`)),
    ];
  });
}
