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
import { commandParts } from '../explain/checks';
import { button } from '../doctor/doctor-report';
import {
  factsBlock,
  foldBlock,
  rowsBlock,
  section,
  type Report,
  type ReportBlock,
} from '../report/report';
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

/** What is in force now in this window and its active chat; what keeps the agent from working first. */
export function statusReport(facts: StatusFacts): Report {
  const problems = [...facts.settingProblems, ...facts.storeProblems];
  return {
    title: 'Status',
    ...leadOf(facts, problems.length),
    blocks: [],
    sections: [
      section('Problems', lines(problems)),
      section('Pending approvals', lines(facts.pending.map(pendingLine))),
      section('Workspace', lines(workspaceLines(facts))),
      section('Model', lines(modelLines(facts))),
      section('This chat', chatBlocks(facts)),
      section('Terminals', lines(facts.terminals)),
      section('Latest command, as parsed', commandBlocks(facts.lastCommand)),
      section('Trust levels in this chat', lines(facts.trust.map(trustLine))),
      section('Permission rules', lines(ruleLines(facts.rules))),
      section('Output filters', lines(filterLines(facts.filters))),
      section('Tools and gates', [
        ...foldBlock(
          counted(facts.tools.length, 'tool the agent can see', 'tools the agent can see'),
          lines(facts.tools.map(toolLine)),
        ),
        ...foldBlock(
          `${counted(facts.gates.length, 'gate')}, in order`,
          lines(facts.gates.map(gateLine)),
        ),
      ]),
      section('Invalid calls, by model and tool', lines(reputationLines(facts.reputation))),
    ],
    notes: [`Gatehouse ${facts.version}`],
  };
}

function leadOf(facts: StatusFacts, problems: number): Pick<Report, 'verdict' | 'actions'> {
  const { trusted, folders, modelId, pending } = facts;
  const more = [button('Check Setup', 'doctor'), button('Refresh', 'status')];
  if (problems > 0) {
    const verdict = { tone: 'bad', text: counted(problems, 'problem') } as const;
    return { verdict, actions: more };
  }
  if (!trusted && folders.length > 0) {
    return {
      verdict: { tone: 'bad', text: 'Restricted Mode: trust this workspace to let tools run' },
      actions: [{ title: 'Manage Workspace Trust', command: 'workbench.trust.manage' }, ...more],
    };
  }
  if (pending.length > 0) {
    return {
      verdict: { tone: 'ask', text: counted(pending.length, 'pending approval') },
      actions: [button('Show Pending Approvals', 'showPending'), ...more],
    };
  }
  const { kind } = parseModelId(modelId);
  if (kind === 'none' || kind === 'unknown') {
    return {
      verdict: { tone: 'ask', text: 'Choose a model to start chatting' },
      actions: [button('Choose Model…', 'pickModel'), ...more],
    };
  }
  return { verdict: { tone: 'good', text: 'Ready' }, actions: more };
}

/** A row for each line. */
function lines(texts: readonly string[]): readonly ReportBlock[] {
  return rowsBlock(texts.map((text) => ({ texts: [text] })));
}

function chatBlocks({ usage, quota, ends, completed }: StatusFacts): readonly ReportBlock[] {
  const tools = completed.map(shortToolName);
  return [
    ...factsBlock([
      ['Context', usageText(usage)],
      ...(usage === undefined ? [] : [['Used so far', spentText(usage)] as const]),
      ['Calls', quotaLine(quota)],
      ...(tools.length === 0 ? [] : [['Tools that succeeded', tools.join(', ')] as const]),
    ]),
    ...lines(ends.map(endsLine)),
  ];
}

function workspaceLines({ folders, trusted }: StatusFacts): readonly string[] {
  if (folders.length === 0) return ['no folder is open: tools that need one are off'];
  const trust = trusted ? 'trusted' : 'not trusted: no tool runs';
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

function usageText(usage: UsageItem | undefined): string {
  if (usage === undefined) return 'nothing has been sent to a model yet';
  const { usedTokens, contextTokens, estimated } = usage;
  return `${estimated ? 'about ' : ''}${tokenCount(usedTokens)} of ${tokensText(contextTokens)}`;
}

function spentText({ inputTokens, outputTokens, cost }: UsageItem): string {
  const price = cost === undefined ? '' : `, ${costText(cost)}`;
  return `${tokensText(inputTokens)} in, ${tokenCount(outputTokens)} out${price}`;
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
    return count === 0 ? [] : [`${sourceNames()[source]}: ${String(count)}`];
  });
}

function trustLine({ target, level }: SetLevel): string {
  return `${targetName(target)}: ${level}`;
}

function pendingLine(item: PendingApproval): string {
  return `${shortToolName(item.details.tool)}: ${subjectOf(item)}`;
}

function commandBlocks(call: PastCall | undefined): readonly ReportBlock[] {
  if (call === undefined) return [];
  const parts = rowsBlock(commandParts(call.decision?.trace ?? []));
  return [{ kind: 'quote', text: call.title }, ...parts];
}
