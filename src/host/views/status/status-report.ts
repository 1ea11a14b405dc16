import { type PermissionRule, ruleSources } from '../../../core/contracts/calls/decision';
import { costText, tokenCount, tokensText } from '../../../core/agent/conversation/spending';
import type { BoundGate } from '../../../core/contracts/policy/define-gate';
import type { UsageItem } from '../../../core/contracts/panel/state';
import type { PermissionLevel } from '../../../core/contracts/permission-level';
import { permissionName } from '../permission/permission-texts';
import { type ToolSpec, shortToolName } from '../../../core/contracts/tool-spec';
import { subjectOf } from '../../approvals/present';
import type { PendingApproval } from '../../approvals/pending';
import type { KeyState } from '../../secrets/api-keys';
import { parseModelId } from '../../../adapters/llm/model-id';
import { providerName } from '../../models/providers';
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
import { shortenedText, type FilterFacts } from '../doctor/filter-checks';
import type { CallEnds } from '../../../core/pipeline/runtime/sessions';
import { sourceNames } from '../rules/rule-labels';
import type { SetLevel } from '../../policy/trust-levels';
import { levelName, targetName } from '../trust/trust-items';
import { shown, shownCount, t } from '../../window/language';
import { effectTexts } from '../../window/effect-texts';

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
  /** Configured MCP servers, a line for each. */
  readonly servers: readonly string[];
  readonly web: WebFacts;
  readonly pending: readonly PendingApproval[];
  readonly rules: readonly PermissionRule[];
  /** The level of each source in the active chat, and of tools that have one of their own. */
  readonly trust: readonly SetLevel[];
  /** Of the active chat. */
  readonly permission: PermissionLevel;
  readonly settingProblems: readonly string[];
  readonly storeProblems: readonly string[];
  /** One line for each terminal that the agent uses. */
  readonly terminals: readonly string[];
  /** The latest decided command of the active chat. */
  readonly lastCommand: PastCall | undefined;
}

/** What the settings of web tools say now. */
export interface WebFacts {
  /** As written in the settings; empty: any public host. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly trustsProxy: boolean;
  readonly timeoutSecs: number;
  readonly maxBodyBytes: number;
}

/** What is in force now in this window and its active chat; what keeps the agent from working first. */
export function statusReport(facts: StatusFacts): Report {
  const problems = [...facts.settingProblems, ...facts.storeProblems];
  return {
    title: t('Status'),
    ...leadOf(facts, problems.length),
    blocks: [],
    sections: [
      section(t('Problems'), lines(problems)),
      section(t('Pending approvals'), lines(facts.pending.map(pendingLine))),
      section(t('Workspace'), lines(workspaceLines(facts))),
      section(t('Model'), lines(modelLines(facts))),
      section(t('This chat'), chatBlocks(facts)),
      section(t('Terminals'), lines(facts.terminals)),
      section(t('Latest command, as parsed'), commandBlocks(facts.lastCommand)),
      section(t('Trust levels in this chat'), lines(facts.trust.map(trustLine))),
      section(t('Permission rules'), lines(ruleLines(facts.rules))),
      section(t('Output filters'), lines(filterLines(facts.filters))),
      section(t('Web tools'), lines(webLines(facts.web))),
      section(t('MCP servers'), lines(facts.servers)),
      section(t('Tools and gates'), [
        ...foldBlock(toolsText(facts.tools.length), lines(facts.tools.map(toolLine))),
        ...foldBlock(gatesText(facts.gates.length), lines(facts.gates.map(gateLine))),
      ]),
      section(t('Invalid calls, by model and tool'), lines(reputationLines(facts.reputation))),
    ],
    notes: [`Gatehouse ${facts.version}`],
  };
}

function webLines({ allow, deny, ...web }: WebFacts): readonly string[] {
  return [
    allow.length === 0 ? t('Hosts: any public host') : t('Hosts: only {0}', allow.join(', ')),
    ...(deny.length === 0 ? [] : [t('Hosts that are denied: {0}', deny.join(', '))]),
    web.trustsProxy ? t('Proxy: used, and every call asks') : t('Proxy: not used'),
    t('Time limit of a request: {0} s', shownCount(web.timeoutSecs)),
    t('Limit of a page: {0} bytes', shownCount(web.maxBodyBytes)),
  ];
}

function toolsText(count: number): string {
  return count === 1 ? t('1 tool the agent can see') : t('{0} tools the agent can see', count);
}

function gatesText(count: number): string {
  return count === 1 ? t('1 gate, in order') : t('{0} gates, in order', count);
}

function problemsText(count: number): string {
  return count === 1 ? t('1 problem') : t('{0} problems', count);
}

function pendingText(count: number): string {
  return count === 1 ? t('1 pending approval') : t('{0} pending approvals', count);
}

function leadOf(facts: StatusFacts, problems: number): Pick<Report, 'verdict' | 'actions'> {
  const { trusted, folders, modelId, pending } = facts;
  const more = [button(t('Check Setup'), 'doctor'), button(t('Refresh'), 'status')];
  if (problems > 0) {
    const verdict = { tone: 'bad', text: problemsText(problems) } as const;
    return { verdict, actions: more };
  }
  if (!trusted && folders.length > 0) {
    return {
      verdict: { tone: 'bad', text: t('Restricted Mode: trust this workspace to let tools run') },
      actions: [{ title: t('Manage Workspace Trust'), command: 'workbench.trust.manage' }, ...more],
    };
  }
  if (pending.length > 0) {
    return {
      verdict: { tone: 'ask', text: pendingText(pending.length) },
      actions: [button(t('Show Pending Approvals'), 'showPending'), ...more],
    };
  }
  const { kind } = parseModelId(modelId);
  if (kind === 'none' || kind === 'unknown') {
    return {
      verdict: { tone: 'ask', text: t('Choose a model to start chatting') },
      actions: [button(t('Choose Model…'), 'pickModel'), ...more],
    };
  }
  return { verdict: { tone: 'good', text: t('Ready') }, actions: more };
}

/** A row for each line. */
function lines(texts: readonly string[]): readonly ReportBlock[] {
  return rowsBlock(texts.map((text) => ({ texts: [text] })));
}

function chatBlocks({
  usage,
  quota,
  permission,
  ends,
  completed,
}: StatusFacts): readonly ReportBlock[] {
  const tools = completed.map(shortToolName);
  return [
    ...factsBlock([
      [t('Context'), usageText(usage)],
      ...(usage === undefined ? [] : [[t('Used so far'), spentText(usage)] as const]),
      [t('Permission level'), permissionName(permission)],
      [t('Calls'), quotaLine(quota)],
      ...(tools.length === 0 ? [] : [[t('Tools that succeeded'), tools.join(', ')] as const]),
    ]),
    ...lines(ends.map(endsLine)),
  ];
}

function workspaceLines({ folders, trusted }: StatusFacts): readonly string[] {
  if (folders.length === 0) return [t('no folder is open: tools that need one are off')];
  const trust = trusted ? t('trusted') : t('not trusted: no tool runs');
  return [...folders, trust];
}

function modelLines(facts: StatusFacts): readonly string[] {
  const model = parseModelId(facts.modelId);
  switch (model.kind) {
    case 'none':
      return [t('none chosen; !command and /tool work without one')];
    case 'replay':
      return [t('recorded replies, no model'), t('recording: {0}', orNone(facts.replayFile))];
    case 'server':
      return [
        model.model,
        `${providerName(model.provider)}: ${orNone(facts.server?.address ?? '')}`,
        t('API key: {0}', keyText(facts.server?.key)),
      ];
    case 'vscode':
      return [model.model, t('VS Code, offered by {0}', model.vendor)];
    case 'unknown':
      return [t('{0}: there is no such model; choose another', model.id)];
  }
}

function keyText(key: KeyState | undefined): string {
  switch (key?.kind) {
    case 'stored':
      return t('stored for {0}', key.origin);
    case 'unreadable':
      return t('unreadable');
    default:
      return t('none');
  }
}

function orNone(text: string): string {
  return text === '' ? t('none set') : text;
}

function toolLine({ name, effect }: ToolSpec): string {
  return `${shortToolName(name)} (${effectTexts()[effect]})`;
}

function usageText(usage: UsageItem | undefined): string {
  if (usage === undefined) return t('nothing has been sent to a model yet');
  const { usedTokens, contextTokens, estimated } = usage;
  const used = shown(tokenCount(usedTokens));
  const all = shown(tokensText(contextTokens));
  return estimated ? t('about {0} of {1}', used, all) : t('{0} of {1}', used, all);
}

function spentText({ inputTokens, outputTokens, cost }: UsageItem): string {
  const sent = shown(tokensText(inputTokens));
  const received = shown(tokenCount(outputTokens));
  return cost === undefined
    ? t('{0} in, {1} out', sent, received)
    : t('{0} in, {1} out, {2}', sent, received, shown(costText(cost)));
}

const endTexts: Readonly<Record<keyof CallEnds, (count: number) => string>> = {
  success: (count) => t('{0} succeeded', count),
  error: (count) => t('{0} failed', count),
  denied: (count) => t('{0} denied', count),
  skipped: (count) => t('{0} skipped', count),
  cancelled: (count) => t('{0} cancelled', count),
  rollback: (count) => t('{0} rolled back', count),
};

function endsLine([tool, ends]: StatusFacts['ends'][number]): string {
  const counts = Object.entries(endTexts).flatMap(([end, text]) => {
    const count = new Map(Object.entries(ends)).get(end) ?? 0;
    return count === 0 ? [] : [text(count)];
  });
  return `${shortToolName(tool)}: ${counts.join(', ')}`;
}

/** Those without a wrong call are left out. */
function reputationLines(rows: StatusFacts['reputation']): readonly string[] {
  return rows
    .filter(({ wrong }) => wrong > 0)
    .map(({ model, tool, calls, wrong }) => {
      const name = tool === undefined ? t('unknown tool') : shortToolName(tool);
      return calls === 1
        ? t('{0}, {1}: {2} of 1 call', model, name, wrong)
        : t('{0}, {1}: {2} of {3} calls', model, name, wrong, shownCount(calls));
    });
}

function quotaLine({ spent, limit }: StatusFacts['quota']): string {
  if (limit === 0) {
    return spent === 1 ? t('1 call, no limit') : t('{0} calls, no limit', shownCount(spent));
  }
  return spent === 1 ? t('1 call of {0}', limit) : t('{0} calls of {1}', shownCount(spent), limit);
}

function gateLine({ slot, name }: StatusFacts['gates'][number]): string {
  return slot === name ? slot : `${slot}: ${name}`;
}

function filterLines({ isOn, metrics, problems }: FilterFacts): readonly string[] {
  if (!isOn) return [t('off (gatehouse.filters.enabled): the model reads outputs as they are')];
  return [t('Outputs: {0}', shortenedText(metrics)), ...problems];
}

function ruleLines(rules: readonly PermissionRule[]): readonly string[] {
  return ruleSources.flatMap((source) => {
    const count = rules.filter((rule) => rule.source === source).length;
    return count === 0 ? [] : [`${sourceNames()[source]}: ${String(count)}`];
  });
}

function trustLine({ target, level }: SetLevel): string {
  return `${targetName(target)}: ${levelName(level)}`;
}

function pendingLine(item: PendingApproval): string {
  return `${shortToolName(item.details.tool)}: ${subjectOf(item)}`;
}

function commandBlocks(call: PastCall | undefined): readonly ReportBlock[] {
  if (call === undefined) return [];
  const parts = rowsBlock(commandParts(call.decision?.trace ?? []));
  return [{ kind: 'quote', text: call.title }, ...parts];
}
