import { escapeControlInline } from '../../../core/base/escape-control';
import { redactText } from '../../../core/base/redact/redact';
import { type PermissionRule, ruleSources } from '../../../core/contracts/calls/decision';
import { costText, tokenCount, tokensText } from '../../../core/agent/conversation/spending';
import type { BoundGate } from '../../../core/contracts/policy/define-gate';
import type { UsageItem } from '../../../core/contracts/panel/state';
import { type ToolSpec, shortToolName } from '../../../core/contracts/tool-spec';
import { subjectOf } from '../../approvals/present';
import type { PendingApproval } from '../../approvals/pending';
import type { KeyState } from '../../secrets/api-keys';
import { parseModelId } from '../../../adapters/llm/model-id';
import { providerNames } from '../../models/providers';
import type { ReputationRow } from '../../models/reputation';
import type { PastCall } from '../../panel/transcript/past-calls';
import { commandPartLines } from '../explain/checks';
import { metricsText } from '../../../core/filters/filter-metrics';
import type { FilterFacts } from '../doctor/filter-checks';
import type { CallEnds } from '../../../core/pipeline/runtime/sessions';
import { sourceNames } from '../rules/rule-labels';
import type { SetLevel } from '../../policy/trust-levels';
import { targetName } from '../trust/trust-items';
import { counted } from '../../../core/base/wording';

export interface StatusFacts {
  readonly version: string;
  readonly folders: readonly string[];
  readonly trusted: boolean;
  readonly modelId: string;
  /** The server of the chosen model; undefined if it is not reached by HTTP. */
  readonly server: { readonly address: string; readonly key: KeyState } | undefined;
  readonly replayFile: string;
  readonly tools: readonly ToolSpec[];
  /** Tools that have succeeded in the active chat. */
  readonly completed: readonly string[];
  /** How the calls of each tool ended in the active chat. */
  readonly ends: readonly (readonly [string, CallEnds])[];
  /** Of each model and tool, in this workspace. */
  readonly reputation: readonly ReputationRow[];
  /** Counted calls of the active chat, and their limit; 0 is no limit. */
  readonly quota: { readonly spent: number; readonly limit: number };
  /** The usage of the active chat; undefined before the first answer. */
  readonly usage: UsageItem | undefined;
  /** In the order of evaluation. */
  readonly gates: readonly Pick<BoundGate, 'name' | 'slot'>[];
  readonly filters: FilterFacts;
  readonly pending: readonly PendingApproval[];
  readonly rules: readonly PermissionRule[];
  /** The level of each source in the active chat, and of tools that have one of their own. */
  readonly trust: readonly SetLevel[];
  readonly settingProblems: readonly string[];
  readonly storeProblems: readonly string[];
  /** One line for each terminal that the agent uses. */
  readonly terminals: readonly string[];
  /** The latest decided command of the active chat. */
  readonly lastCommand: PastCall | undefined;
}

export function statusReport(facts: StatusFacts): string {
  return [
    `Gatehouse ${facts.version}`,
    '',
    ...section('Workspace', workspaceLines(facts)),
    ...section('Model', modelLines(facts)),
    ...section('Context of this chat', usageLines(facts.usage)),
    ...section('Tools the agent may see', facts.tools.map(toolLine)),
    ...section('Tools that succeeded in this chat', facts.completed),
    ...section('Calls of this chat, by tool', facts.ends.map(endsLine)),
    ...section('Wrong calls, by model and tool', reputationLines(facts.reputation)),
    ...section('Quota of this chat', [quotaLine(facts.quota)]),
    ...section('Gates, in order', facts.gates.map(gateLine)),
    ...section('Output filters', filterLines(facts.filters)),
    ...section('Trust levels in this chat', facts.trust.map(trustLine)),
    ...section('Permission rules', ruleLines(facts.rules)),
    ...section('Pending approvals', facts.pending.map(pendingLine)),
    ...section('Terminals', facts.terminals),
    ...section('The latest command, as parsed', commandLines(facts.lastCommand)),
    ...section('Problems of the settings', facts.settingProblems),
    ...section('Problems of the store', facts.storeProblems),
  ].join('\n');
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  const body = lines.length === 0 ? ['none'] : lines;
  const clean = body.map((line) => `  ${escapeControlInline(redactText(line).text)}`);
  return [heading, ...clean, ''];
}

function workspaceLines({ folders, trusted }: StatusFacts): readonly string[] {
  if (folders.length === 0) return ['no folder is open: tools that need one are off'];
  const trust = trusted ? 'trusted' : 'not trusted: no tool runs (Restricted Mode)';
  return [...folders, trust];
}

function modelLines(facts: StatusFacts): readonly string[] {
  const model = parseModelId(facts.modelId);
  switch (model.kind) {
    case 'none':
      return ['none chosen; !command and /tool work without one'];
    case 'replay':
      return ['recorded replies, no model', `recording: ${orNone(facts.replayFile)}`];
    case 'server':
      return [
        model.model,
        `${providerNames[model.provider]}: ${orNone(facts.server?.address ?? '')}`,
        `API key: ${keyText(facts.server?.key)}`,
      ];
    case 'vscode':
      return [model.model, `VS Code, offered by ${model.vendor}`];
    case 'unknown':
      return [`${model.id}: there is no such model; choose another`];
  }
}

function keyText(key: KeyState | undefined): string {
  return key?.kind === 'stored' ? `stored for ${key.origin}` : (key?.kind ?? 'none');
}

function orNone(text: string): string {
  return text === '' ? 'none set' : text;
}

function toolLine({ name, effect }: ToolSpec): string {
  return `${shortToolName(name)} (${effect.replaceAll('_', ' ')})`;
}

function usageLines(usage: UsageItem | undefined): readonly string[] {
  if (usage === undefined) return ['nothing has been sent to a model yet'];
  const { usedTokens, contextTokens, inputTokens, outputTokens, cost, estimated } = usage;
  const about = estimated ? 'about ' : '';
  return [
    `${about}${tokenCount(usedTokens)} of ${tokensText(contextTokens)}`,
    `used so far: ${tokensText(inputTokens)} in, ${tokenCount(outputTokens)} out${cost === undefined ? '' : `, ${costText(cost)}`}`,
  ];
}

const endNames: Readonly<Record<keyof CallEnds, string>> = {
  success: 'succeeded',
  error: 'failed',
  denied: 'denied',
  skipped: 'skipped',
  cancelled: 'cancelled',
  rollback: 'rolled back',
};

function endsLine([tool, ends]: StatusFacts['ends'][number]): string {
  const counts = Object.entries(endNames).flatMap(([end, name]) => {
    const count = new Map(Object.entries(ends)).get(end) ?? 0;
    return count === 0 ? [] : [`${String(count)} ${name}`];
  });
  return `${shortToolName(tool)}: ${counts.join(', ')}`;
}

/** Those without a wrong call are left out. */
function reputationLines(rows: StatusFacts['reputation']): readonly string[] {
  return rows
    .filter(({ wrong }) => wrong > 0)
    .map(({ model, tool, calls, wrong }) => {
      const name = tool === undefined ? 'unknown tool' : shortToolName(tool);
      return `${model}, ${name}: ${String(wrong)} of ${counted(calls, 'call')}`;
    });
}

function quotaLine({ spent, limit }: StatusFacts['quota']): string {
  const calls = counted(spent, 'call');
  return limit === 0 ? `${calls}, no limit` : `${calls} of ${String(limit)}`;
}

function gateLine({ slot, name }: StatusFacts['gates'][number]): string {
  return slot === name ? slot : `${slot}: ${name}`;
}

function filterLines({ isOn, metrics, problems }: FilterFacts): readonly string[] {
  if (!isOn) return ['off (gatehouse.filters.enabled): the model reads outputs as they are'];
  const { full, partial, fallback } = metrics;
  const words = `${String(full)} full, ${String(partial)} partial, ${String(fallback)} fallback`;
  return [
    `Filters: ${metricsText(metrics)}`,
    `outputs by confidence of the rules: ${words}`,
    ...problems,
  ];
}

function ruleLines(rules: readonly PermissionRule[]): readonly string[] {
  return ruleSources.flatMap((source) => {
    const count = rules.filter((rule) => rule.source === source).length;
    return count === 0 ? [] : [`${sourceNames[source]}: ${String(count)}`];
  });
}

function trustLine({ target, level }: SetLevel): string {
  return `${targetName(target)}: ${level}`;
}

function pendingLine(item: PendingApproval): string {
  return `${shortToolName(item.details.tool)}: ${subjectOf(item)}`;
}

/** The sections indent each line themselves. */
function commandLines(call: PastCall | undefined): readonly string[] {
  if (call === undefined) return [];
  return [call.title, ...commandPartLines(call.decision?.trace ?? []).map((line) => line.slice(2))];
}
