import type { ToolSpec } from '../../core/contracts/tool-spec';
import type { LazyViews } from '../lazy-views';
import type { ShowText } from '../show-text';
import type { AuditViewDeps } from '../views/audit/audit-view';
import type { ChangesViewDeps } from '../views/changes/undo-changes';
import type { DeleteDeps } from '../views/data/delete-all-data';
import type { BundleDeps } from '../views/data/save-support-bundle';
import type { ExplainDeps } from '../views/explain/explain-decision';
import type { ReplayConversationDeps } from '../views/replay/replay-conversation';
import type { SaveReplayDeps } from '../views/replay/save-replay';
import type { ManageRulesDeps } from '../views/rules/manage-rules';
import type { StatusFacts } from '../views/status/status-report';
import type { ChooseToolsDeps } from '../views/tools/choose-tools';
import type { CallPanel } from '../views/tools/run-tool';
import type { TrustedChat } from '../views/trust/set-trust-level';
import type * as viewsEntry from '../views/views-entry';
import type { CommandHandlers } from './register';

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
