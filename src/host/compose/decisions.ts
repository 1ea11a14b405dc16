import type { RawCall } from '../../core/contracts/calls/call';
import type { Policy } from '../../core/contracts/policy/policy';
import { builtInSource, toolSourceOf } from '../../core/contracts/tool-spec';
import type { Pipeline } from '../../core/pipeline/runner';
import { shadowedDenies } from '../../core/pipeline/shadowed-rules';
import type { ChatList } from '../panel/chat/chat-list';
import { pastCall, pastCalls } from '../panel/transcript/past-calls';
import { setToolAllowed } from '../policy/allowed-tools';
import { isSameTool } from '../settings/tool-names';
import { ReportView } from '../views/report/report-view';
import { explainPast, type ExplainDeps } from '../views/explain/explain-decision';
import type { ManageRulesDeps } from '../views/rules/manage-rules';
import type { ChooseToolsDeps } from '../views/tools/choose-tools';
import type { TrustedChat } from '../views/trust/set-trust-level';
import { isToolTarget, type SetLevel } from '../policy/trust-levels';
import type { Base } from './base';
import type { PolicyParts } from './policy';

/** The user's view of decisions, always of the active chat. */
export interface Decisions {
  readonly explain: ExplainDeps;
  /** The pages of Explain, Status, Check Setup and replays. */
  readonly reports: ReportView;
  readonly explainCard: (itemId: string) => Promise<void>;
  readonly rules: ManageRulesDeps;
  readonly tools: ChooseToolsDeps;
  readonly trustedChat: () => TrustedChat;
  /** What the user limited, after the level of each source. */
  readonly trustNow: () => readonly SetLevel[];
  readonly permissions: () => Policy['permissions'];
}

/** Names a chat whose session is not open yet: nothing has happened and nothing is granted. */
const noSession = 'not-opened';

export function composeDecisions(base: Base, pipeline: Pipeline, chats: ChatList): Decisions {
  const { settings, policy, workspace, storage } = base;
  const { source, rules, trust } = policy;
  const session = (): string => chats.active.sessionId ?? noSession;
  const sourcesNow = () => sourceLevels(pipeline, trust, session());
  const reports = new ReportView(base.context.extensionUri);
  const explain: ExplainDeps = {
    calls: () => pastCalls(chats.active.transcript.allCards()),
    tools: () => pipeline.tools(),
    explain: ({ tool, argsJson, origin }) =>
      pipeline.explain(hypothetical({ tool, args: argsJson, origin }), {
        sessionId: session(),
        actorId: storage.actorId,
        tenantId: workspace.key(),
      }),
    showReport: (report) => reports.show(report),
  };
  return {
    explain,
    reports,
    explainCard: (itemId) => explainPast(explain, pastCall(chats.active.transcript.card(itemId))),
    rules: {
      rules,
      policy: source,
      shadowedDenies: (permissions) =>
        shadowedDenies(permissions, pipeline.toolsWith('runsCommand')).map(({ rule }) => rule),
      chatTitle: (sessionId) => chats.find(sessionId)?.title,
      reachesOut: (toolId) => mayReachOut(pipeline, toolId),
    },
    tools: {
      tools: () => pipeline.tools().filter(({ name }) => toolSourceOf(name) === builtInSource),
      policy: () => source.current(session()),
      trustOf: (toolId) => trust.levelOf(session(), toolId),
      isAllowed: (toolId) => settings.get('allowedTools').some((name) => isSameTool(name, toolId)),
      setAllowed: (toolId, isAllowed) => setToolAllowed(settings, toolId, isAllowed),
      areOn: () => settings.get('tools.enabled'),
    },
    trustedChat: () => {
      const chat = chats.active;
      return {
        title: chat.title,
        sources: sourcesNow(),
        tools: pipeline
          .tools()
          .map(({ name }) => ({ target: name, level: trust.setFor(session(), name) })),
        set: async (target, level) => {
          await trust.set(await chat.session(), target, level);
        },
      };
    },
    trustNow: () => [
      ...sourcesNow(),
      ...trust.list(session()).filter(({ target }) => isToolTarget(target)),
    ],
    permissions: () => source.current(session()).permissions,
  };
}

function mayReachOut(pipeline: Pipeline, toolId: string): boolean {
  const known = pipeline.tools().find(({ name }) => name === toolId);
  if (known === undefined) return true;
  return known.effect === 'external_side_effect' || known.traits.includes('runsCommand');
}

function sourceLevels(
  pipeline: Pipeline,
  trust: PolicyParts['trust'],
  sessionId: string,
): readonly SetLevel[] {
  const sources = new Set(pipeline.tools().map(({ name }) => toolSourceOf(name)));
  return [...sources].map((target) => ({ target, level: trust.setFor(sessionId, target) }));
}

function hypothetical(call: Pick<RawCall, 'tool' | 'args' | 'origin'>): RawCall {
  return { ...call, toolCallId: 'explain', phase: 'executor', attempt: 0 };
}
