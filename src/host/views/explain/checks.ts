import { escapeControlInline } from '../../../core/base/escape-control';
import type { ExplainStep } from '../../../core/contracts/calls/decision';
import type { JudgedPart } from '../../../core/contracts/calls/shell-analysis';
import type { ReportFact, ReportRow, ReportVerdict } from '../report/report';
import { ruleLabel, ruleOrigin, sourceNames } from '../rules/rule-labels';
import { remedyOf } from './remedies';
import { shown, t } from '../../window/language';

/** By gate, or by slot for other stages: name and subject. */
const checks = (): ReadonlyMap<string, readonly [name: string, about: string]> =>
  new Map(
    Object.entries<readonly [name: string, about: string]>({
      context: [t('Caller'), t('Identified; no secrets passed.')],
      intake: [t('Arguments'), t('Valid JSON.')],
      resolve: [t('Tool'), t('A tool of this name exists.')],
      admit: [t('Allowed tools'), t('The tool is turned on (Gatehouse: Tools…).')],
      authorize: [t('Authorization'), t('Tools may run: you trust this workspace.')],
      connect: [t('Connection'), t('A tool that signs in needs a connection that you granted.')],
      validate: [t('Schema'), t('The arguments are valid.')],
      'shell-blocklist': [
        t('Blocked commands'),
        t(
          'Commands that hide other commands, and commands that never run, whatever the rules say.',
        ),
      ],
      'web-address': [
        t('Web addresses'),
        t('Only public https addresses, and only those that your settings allow.'),
      ],
      'path-sandbox': [t('Paths'), t('Must be inside the open folders and not on the deny list.')],
      'permission-rules': [
        t('Permission rules'),
        t('The first matching rule decides; if none matches, Gatehouse asks.'),
      ],
      'policy-rules': [
        t('Policy rules'),
        t('Additional rules (gatehouse.policy.rules): they deny, never allow.'),
      ],
      'protected-files': [
        t('Protected files'),
        t('Changing a file that programs or agents obey always asks.'),
      ],
      egress: [
        t('Data that leaves'),
        t('After private text and text of strangers, a call that sends data asks.'),
      ],
      'sequence-policies': [
        t('Order of steps'),
        t('Some calls need another call first: read a file, then change it.'),
      ],
      trust: [t('Trust level'), t('How far you trust the tool (Gatehouse: Set Trust Level…).')],
    }),
  );

type Step = Pick<ExplainStep, 'slot' | 'gate'>;

export function checkName({ slot, gate }: Step): string {
  const key = gate ?? slot;
  return checks().get(key)?.[0] ?? readable(key);
}

function aboutOf({ slot, gate }: Step): string | undefined {
  return checks().get(gate ?? slot)?.[1];
}

function readable(key: string): string {
  const words = escapeControlInline(key.slice(0, 40)).replaceAll(/[-_]+/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const answers = (): Readonly<Record<ExplainStep['verdict'], ReportVerdict>> => ({
  allow: { tone: 'good', text: t('passes') },
  ask: { tone: 'ask', text: t('asks') },
  deny: { tone: 'bad', text: t('denies') },
  abstain: { tone: 'neutral', text: t('n/a') },
  skip: { tone: 'neutral', text: t('skips') },
  unasked: { tone: 'ask', text: t('open') },
});

/** One check of the pipeline: its answer, reason, rule and where the rule comes from. */
export function stepRow(step: ExplainStep): ReportRow {
  const action = remedyOf(step);
  return {
    mark: answers()[step.verdict],
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
    rule?.action === verdict
      ? `${ruleLabel(rule)} (${ruleOrigin(rule)})`
      : withoutFullStop(shown(reason));
  return `${checkName(step)}: ${ground}`;
}

function stepTexts(step: ExplainStep): readonly string[] {
  const { rule, verdict, errorCode } = step;
  const isRule = rule?.action === verdict;
  return [
    isRule ? ruleLabel(rule) : withoutFullStop(reasonOf(step)),
    ...(rule === undefined || isRule ? [] : [t('rule: {0}', ruleLabel(rule))]),
    ...(rule === undefined ? [] : [t('from: {0}', ruleOrigin(rule))]),
    ...matchTexts(step),
    ...(errorCode === undefined ? [] : [t('error code for the agent: {0}', errorCode)]),
  ];
}

function matchTexts({ match, policyRule }: ExplainStep): readonly string[] {
  if (policyRule === undefined) {
    return match === undefined ? [] : [t('by the tool policy: {0}', match)];
  }
  return [
    t('from: {0}', `${sourceNames().user}, gatehouse.${policyRule.place}`),
    shown(policyRule.result),
  ];
}

/** Other stages only report that a call passes; their subject is more informative. */
function reasonOf(step: ExplainStep): string {
  const isSilent = step.gate === undefined && step.verdict === 'allow';
  return (isSilent ? aboutOf(step) : undefined) ?? shown(step.reason);
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
    mark: answers()[verdict],
    texts: [text, ...groundsOf(shown(reason), hazards.map(shown))],
  }));
}

function groundsOf(reason: string, hazards: readonly string[]): readonly string[] {
  return [reason, ...hazards.filter((hazard) => !reason.includes(hazard))];
}
