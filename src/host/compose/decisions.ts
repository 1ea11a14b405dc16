import type { RawCall } from '../../core/contracts/calls/call';
import { toolSourceOf, type ToolSource } from '../../core/contracts/tool-spec';
import type { Pipeline } from '../../core/pipeline/runner';
import { shadowedDenies, shadowOf } from '../../core/pipeline/shadowed-rules';
import type { Panel } from '../panel/panel';
import { pastCalls } from '../panel/transcript/past-calls';
import { setToolAllowed } from '../policy/allowed-tools';
import { isSameTool } from '../settings/tool-names';
import type { HostSettings } from '../settings/create-settings';
import type { ShowText } from '../window/show-text';
import type { ExplainDeps } from '../views/explain/explain-decision';
import type { ManageRulesDeps } from '../views/rules/manage-rules';
import type { ChooseToolsDeps } from '../views/tools/choose-tools';
import type { TrustedChat } from '../views/trust/set-trust-level';
import type { SourceTrust } from '../views/trust/trust-items';
import type { HostWorkspace } from '../workspace/workspace';
import type { PolicyParts } from './policy';

export interface DecisionSources extends Pick<PolicyParts, 'policy' | 'rules' | 'trust'> {
  readonly settings: HostSettings;
  readonly workspace: HostWorkspace;
  readonly pipeline: Pipeline;
  readonly panel: Panel;
  readonly actorId: string;
}

/** Stands for a chat whose session is not open yet: nothing has happened and nothing is granted. */
const noSession = 'not-opened';

/** The user's view of decisions, always of the active chat. */
export function composeDecisions(sources: DecisionSources, showText: ShowText) {
  const { settings, pipeline, panel, policy, rules, trust } = sources;
  const session = (): string => panel.chats.active.sessionId ?? noSession;
  return {
    explain: {
      calls: () => pastCalls(panel.chats.active.transcript.allCards()),
      tools: () => pipeline.tools(),
      explain: ({ tool, argsJson, origin }) =>
        pipeline.explain(hypothetical({ tool, args: argsJson, origin }), {
          sessionId: session(),
          actorId: sources.actorId,
          tenantId: sources.workspace.key(),
        }),
      rules: () => policy.current(session()).permissions,
      shadowOf,
      showText,
    } satisfies ExplainDeps,
    rules: {
      rules,
      policy,
      shadowedDenies,
      chatTitle: (sessionId) => panel.chats.titleOf(sessionId),
    } satisfies ManageRulesDeps,
    tools: {
      tools: () => pipeline.tools(),
      policy: () => policy.current(session()),
      trustOf: (toolId) => trust.levelOf(session(), toolSourceOf(toolId)),
      isAllowed: (toolId) => settings.get('allowedTools').some((name) => isSameTool(name, toolId)),
      setAllowed: (toolId, isAllowed) => setToolAllowed(settings, toolId, isAllowed),
      areOn: () => settings.get('tools.enabled'),
    } satisfies ChooseToolsDeps,
    trustedChat: (): TrustedChat => {
      const chat = panel.chats.active;
      return {
        title: chat.title,
        now: trustNow(sources, session()),
        set: async (source, level) => {
          trust.set(await chat.session(), source, level);
        },
      };
    },
    trustNow: () => trustNow(sources, session()),
    permissions: () => policy.current(session()).permissions,
  };
}

/** How far each source of tools is trusted in a chat. */
function trustNow(
  { pipeline, trust }: Pick<DecisionSources, 'pipeline' | 'trust'>,
  sessionId: string,
): readonly SourceTrust[] {
  const sources = new Set<ToolSource>(pipeline.tools().map(({ name }) => toolSourceOf(name)));
  return [...sources].map((source) => ({ source, level: trust.levelOf(sessionId, source) }));
}

/** A call that is only thought of. */
function hypothetical(call: Pick<RawCall, 'tool' | 'args' | 'origin'>): RawCall {
  return { ...call, toolCallId: 'explain', phase: 'executor', attempt: 0 };
}
