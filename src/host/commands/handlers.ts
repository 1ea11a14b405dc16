import type { CommandHandlers } from './register';
import type { ApprovalReview } from '../approvals/review';
import type { PendingApprovals } from '../approvals/pending';
import type { HostFilters } from '../filters/create-host-filters';
import type { TryOutputDeps } from '../filters/try-output';
import type { DoctorDeps } from '../views/doctor/run-doctor';
import type { ToolSpec } from '../../core/contracts/tool-spec';
import type { LazyViews } from '../window/lazy-views';
import type { ShowText } from '../window/show-text';
import type { AuditViewDeps } from '../views/audit/view';
import type { ChangesViewDeps } from '../views/changes/undo-changes';
import type { EraseSources } from '../views/data/erase-all';
import type { BundleDeps } from '../views/data/data-dialogs';
import type { ExplainDeps } from '../views/explain/explain-decision';
import type { ReplayConversationDeps, SaveReplayDeps } from '../views/replay/replay-dialogs';
import type { ManageRulesDeps } from '../views/rules/manage-rules';
import type { StatusFacts } from '../views/status/status-report';
import type { ChooseToolsDeps } from '../views/tools/choose-tools';
import type { CallPanel } from '../views/tools/run-tool';
import type { TrustedChat } from '../views/trust/set-trust-level';
import type * as viewsEntry from '../views/views-entry';
import type { ChatPanel } from '../panel/chat-panel';

type ChatCommand =
  | 'newChat'
  | 'chatHistory'
  | 'closeChat'
  | 'renameChat'
  | 'exportChat'
  | 'deleteChat'
  | 'stop'
  | 'stopAll'
  | 'focus'
  | 'addSelection';

export function chatCommands(panel: ChatPanel): Pick<CommandHandlers, ChatCommand> {
  return {
    async newChat() {
      panel.newChat();
      await panel.focus();
    },
    chatHistory: () => panel.showHistory(),
    closeChat: () => panel.closeChat(),
    renameChat: () => panel.renameChat(),
    exportChat: () => panel.exportChat(),
    deleteChat: () => panel.deleteChat(),
    stop: () => panel.stop(),
    stopAll: () => panel.stopAll(),
    focus: () => panel.focus(),
    addSelection: () => panel.addSelection(),
  };
}

/** Both open a review, where the user answers; neither answers by itself. */
export function approvalCommands(
  pending: Pick<PendingApprovals, 'list'>,
  review: ApprovalReview,
): Pick<CommandHandlers, 'showPending' | 'approve'> {
  return {
    showPending: () => review.all(),
    approve() {
      const oldest = pending.list()[0];
      return oldest === undefined ? review.all() : review.one(oldest.approvalId);
    },
  };
}

/** Both load the filters when they are run. */
export function filterCommands(
  filters: Pick<HostFilters, 'edit' | 'tryOut'>,
  deps: TryOutputDeps,
): Pick<CommandHandlers, 'editOutputFilters' | 'tryOutputFilter'> {
  return {
    editOutputFilters: () => filters.edit(),
    tryOutputFilter: () => filters.tryOut(deps),
  };
}

/** Loaded when the first command that opens a view is run; the commands are registered at once. */
export type Views = LazyViews<typeof viewsEntry>;

type ModelCommand = 'doctor' | 'pickModel' | 'removeApiKey' | 'setApiKey' | 'testConnection';

/** Commands about models; what they do is loaded with the views. */
export function modelCommands(views: Views, deps: DoctorDeps): Pick<CommandHandlers, ModelCommand> {
  const { models } = deps;
  return {
    doctor: () => views.open(({ runDoctor }) => runDoctor(deps)),
    pickModel: () => views.open(({ pickModel }) => pickModel(models)),
    removeApiKey: () => views.open(({ removeApiKey }) => removeApiKey(models)),
    setApiKey: () => views.open(({ setApiKey }) => setApiKey(models)),
    testConnection: () => views.open(({ testConnection }) => testConnection(models)),
  };
}

export function auditCommands(
  views: Views,
  deps: AuditViewDeps,
): Pick<CommandHandlers, 'openAuditLog' | 'verifyAuditLog'> {
  const audit = views.keep(({ createAuditView }) => createAuditView(deps));
  return {
    openAuditLog: async () => (await audit())?.open(),
    verifyAuditLog: () => views.open(({ verifyAudit }) => verifyAudit(deps)),
  };
}

export function changeCommands(
  views: Views,
  deps: ChangesViewDeps,
): Pick<CommandHandlers, 'keepChanges' | 'undoChanges'> {
  return {
    keepChanges: () => views.open(({ keepAllChanges }) => keepAllChanges(deps)),
    undoChanges: () => views.open(({ undoChanges }) => undoChanges(deps)),
  };
}

/** What decides about calls, to be read and changed. */
export interface DecisionViews {
  readonly explain: ExplainDeps;
  readonly rules: ManageRulesDeps;
  readonly tools: ChooseToolsDeps;
  /** The active chat. */
  readonly trustedChat: () => TrustedChat;
}

export function decisionCommands(
  views: Views,
  { explain, rules, tools, trustedChat }: DecisionViews,
): Pick<CommandHandlers, 'explain' | 'manageRules' | 'setTrustLevel' | 'tools'> {
  return {
    explain: () => views.open(({ explainDecision }) => explainDecision(explain)),
    manageRules: () => views.open(({ manageRules }) => manageRules(rules)),
    setTrustLevel: () => views.open(({ setTrustLevel }) => setTrustLevel(trustedChat())),
    tools: () => views.open(({ chooseTools }) => chooseTools(tools)),
  };
}

/** Stored data: to be given to a maintainer, and to be deleted. */
export function dataCommands(
  views: Views,
  bundle: BundleDeps,
  data: EraseSources,
): Pick<CommandHandlers, 'deleteAllData' | 'saveSupportBundle'> {
  return {
    deleteAllData: () => views.open(({ deleteAllData }) => deleteAllData(data)),
    saveSupportBundle: () => views.open(({ saveSupportBundle }) => saveSupportBundle(bundle)),
  };
}

export function replayCommands(
  views: Views,
  deps: SaveReplayDeps & ReplayConversationDeps,
): Pick<CommandHandlers, 'replayConversation' | 'saveReplay'> {
  return {
    replayConversation: () => views.open(({ replayConversation }) => replayConversation(deps)),
    saveReplay: () => views.open(({ saveReplay }) => saveReplay(deps)),
  };
}

export interface StatusDeps {
  readonly facts: () => Promise<StatusFacts>;
  readonly showText: ShowText;
}

export function statusCommand(
  views: Views,
  { facts, showText }: StatusDeps,
): Pick<CommandHandlers, 'status'> {
  return {
    status: () =>
      views.open(async ({ statusReport }) =>
        showText('Gatehouse Status', statusReport(await facts())),
      ),
  };
}

/** `catalog` names the tools of now. */
export function toolCommand(
  views: Views,
  catalog: () => readonly ToolSpec[],
  panel: CallPanel,
): Pick<CommandHandlers, 'runTool'> {
  return { runTool: () => views.open(({ runTool }) => runTool(catalog(), panel)) };
}
