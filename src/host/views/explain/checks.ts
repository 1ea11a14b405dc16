import { escapeControlInline } from '../../../core/base/escape-control';
import type { ExplainStep } from '../../../core/contracts/calls/decision';
import type { JudgedPart } from '../../../core/contracts/calls/shell-analysis';
import type { ReportFact, ReportRow, ReportVerdict } from '../report/report';
import { ruleLabel, ruleOrigin, sourceNames } from '../rules/rule-labels';
import { remedyOf } from './remedies';

/** By gate, or by slot for other stages: name and subject. */
const checks = new Map(
  Object.entries<readonly [name: string, about: string]>({
    context: ['Caller', 'Identified; no secrets passed.'],
    intake: ['Arguments', 'Valid JSON.'],
    resolve: ['Tool', 'A tool of this name exists.'],
    admit: ['Allowed tools', 'The tool is turned on (Gatehouse: Tools…).'],
    authorize: ['Authorization', 'Tools may run: you trust this workspace.'],
    connect: ['Connection', 'A tool that signs in needs a connection that you granted.'],
    validate: ['Schema', 'The arguments are valid.'],
    'shell-blocklist': [
      'Blocked commands',
      'Commands that hide other commands, and commands that never run, whatever the rules say.',
    ],
    'path-sandbox': ['Paths', 'Must be inside the open folders and not on the deny list.'],
    'permission-rules': [
      'Permission rules',
      'The first matching rule decides; if none matches, Gatehouse asks.',
    ],
    'policy-rules': [
      'Policy rules',
      'Additional rules (gatehouse.policy.rules): they deny, never allow.',
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

type Step = Pick<ExplainStep, 'slot' | 'gate'>;

export function checkName({ slot, gate }: Step): string {
  const key = gate ?? slot;
  return checks.get(key)?.[0] ?? readable(key);
}

function aboutOf({ slot, gate }: Step): string | undefined {
  return checks.get(gate ?? slot)?.[1];
}

function readable(key: string): string {
  const words = escapeControlInline(key.slice(0, 40)).replaceAll(/[-_]+/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const answers: Readonly<Record<ExplainStep['verdict'], ReportVerdict>> = {
  allow: { tone: 'good', text: 'passes' },
  ask: { tone: 'ask', text: 'asks' },
  deny: { tone: 'bad', text: 'denies' },
  abstain: { tone: 'neutral', text: 'n/a' },
  skip: { tone: 'neutral', text: 'skips' },
  unasked: { tone: 'ask', text: 'open' },
};

/** One check of the pipeline: its answer, reason, rule and where the rule comes from. */
export function stepRow(step: ExplainStep): ReportRow {
  const action = remedyOf(step);
  return {
    mark: answers[step.verdict],
    name: checkName(step),
    texts: stepTexts(step),
    ...(action !== undefined && { action }),
  };
}

/** A sentence about each gate; the rows describe the other checks. */
export function checkNotes(steps: readonly ExplainStep[]): readonly ReportFact[] {
  const notes = steps.flatMap((step): readonly ReportFact[] => {
    const about = aboutOf(step);
    return about === undefined || step.gate === undefined ? [] : [[checkName(step), about]];
  });
  return [...new Map(notes)];
}

/** The explanation of a check in one line: the deciding rule, or the check's own reason. */
export function groundOf(step: ExplainStep): string {
  const { rule, verdict, reason } = step;
  const ground =
    rule?.action === verdict ? `${ruleLabel(rule)} (${ruleOrigin(rule)})` : withoutFullStop(reason);
  return `${checkName(step)}: ${ground}`;
}

function stepTexts(step: ExplainStep): readonly string[] {
  const { rule, verdict, errorCode } = step;
  const isRule = rule?.action === verdict;
  return [
    isRule ? ruleLabel(rule) : withoutFullStop(reasonOf(step)),
    ...(rule === undefined || isRule ? [] : [`rule: ${ruleLabel(rule)}`]),
    ...(rule === undefined ? [] : [`from: ${ruleOrigin(rule)}`]),
    ...matchTexts(step),
    ...(errorCode === undefined ? [] : [`error code for the agent: ${errorCode}`]),
  ];
}

function matchTexts({ match, policyRule }: ExplainStep): readonly string[] {
  if (policyRule === undefined) return match === undefined ? [] : [`by the tool policy: ${match}`];
  return [`from: ${sourceNames().user}, gatehouse.${policyRule.place}`, policyRule.result];
}

/** Other stages only report that a call passes; their subject is more informative. */
function reasonOf(step: ExplainStep): string {
  const isSilent = step.gate === undefined && step.verdict === 'allow';
  return isSilent ? (aboutOf(step) ?? step.reason) : step.reason;
}

function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '');
}

interface WithParts {
  readonly parts?: readonly JudgedPart[];
}

/** The parse of a command: for each sub-command its answer, the deciding rule and its hazards. */
export function commandParts(steps: readonly WithParts[]): readonly ReportRow[] {
  const parts = steps.find((step) => step.parts !== undefined)?.parts ?? [];
  return parts.map(({ text, verdict, reason, hazards }) => ({
    mark: answers[verdict],
    texts: [text, reason, ...hazards.filter((hazard) => !reason.includes(hazard))],
  }));
}
