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
import type { DeleteDeps } from '../views/data/delete-all-data';
import type { BundleDeps } from '../views/data/save-support-bundle';
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

export type Views = LazyViews<typeof viewsEntry>;

export interface ViewDeps {
  readonly audit: AuditViewDeps;
  readonly bundle: BundleDeps;
  readonly changes: ChangesViewDeps;
  readonly catalog: () => readonly ToolSpec[];
  readonly data: DeleteDeps;
  readonly explain: ExplainDeps;
  readonly rules: ManageRulesDeps;
  readonly tools: ChooseToolsDeps;
  /** The active chat. */
  readonly trustedChat: () => TrustedChat;
  readonly panel: CallPanel;
  readonly replay: SaveReplayDeps & ReplayConversationDeps;
  readonly showText: ShowText;
  readonly statusFacts: () => Promise<StatusFacts>;
}

type ViewCommand =
  | 'deleteAllData'
  | 'explain'
  | 'keepChanges'
  | 'manageRules'
  | 'openAuditLog'
  | 'replayConversation'
  | 'runTool'
  | 'saveReplay'
  | 'saveSupportBundle'
  | 'setTrustLevel'
  | 'status'
  | 'tools'
  | 'undoChanges'
  | 'verifyAuditLog';

/** Commands that open a view: each is registered at once, and loads the views when it is run. */
export function viewCommands(views: Views, deps: ViewDeps): Pick<CommandHandlers, ViewCommand> {
  const audit = views.keep(({ createAuditView }) => createAuditView(deps.audit));
  return {
    deleteAllData: () => views.open(({ deleteAllData }) => deleteAllData(deps.data)),
    explain: () => views.open(({ explainDecision }) => explainDecision(deps.explain)),
    keepChanges: () => views.open(({ keepAllChanges }) => keepAllChanges(deps.changes)),
    manageRules: () => views.open(({ manageRules }) => manageRules(deps.rules)),
    openAuditLog: async () => (await audit())?.open(),
    replayConversation: () =>
      views.open(({ replayConversation }) => replayConversation(deps.replay)),
    runTool: () => views.open(({ runTool }) => runTool(deps.catalog(), deps.panel)),
    saveReplay: () => views.open(({ saveReplay }) => saveReplay(deps.replay)),
    saveSupportBundle: () => views.open(({ saveSupportBundle }) => saveSupportBundle(deps.bundle)),
    setTrustLevel: () => views.open(({ setTrustLevel }) => setTrustLevel(deps.trustedChat())),
    status: () =>
      views.open(async ({ statusReport }) =>
        deps.showText('Gatehouse Status', statusReport(await deps.statusFacts())),
      ),
    tools: () => views.open(({ chooseTools }) => chooseTools(deps.tools)),
    undoChanges: () => views.open(({ undoChanges }) => undoChanges(deps.changes)),
    verifyAuditLog: () => views.open(({ verifyAudit }) => verifyAudit(deps.audit)),
  };
}
