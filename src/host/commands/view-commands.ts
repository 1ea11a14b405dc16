import type { ToolSpec } from '../../core/contracts/tool-spec';
import type { Grants } from '../grants/types';
import type { LazyViews } from '../lazy-views';
import type { ShowText } from '../show-text';
import type { AuditViewDeps } from '../views/audit/audit-view';
import type { ModelDeps } from '../views/models/set-up-server';
import type { StatusFacts } from '../views/status/status-report';
import type { CallPanel } from '../views/tools/run-tool';
import type * as viewsEntry from '../views/views-entry';
import type { CommandHandlers } from './register';

export type Views = LazyViews<typeof viewsEntry>;

export interface ViewDeps {
  readonly audit: AuditViewDeps;
  readonly catalog: () => readonly ToolSpec[];
  readonly grants: Pick<Grants, 'list' | 'remove'>;
  readonly models: ModelDeps;
  readonly panel: CallPanel;
  readonly showText: ShowText;
  readonly statusFacts: () => Promise<StatusFacts>;
}

/** Commands that open a view: each is registered at once, and loads the views when it is run. */
export function viewCommands(
  views: Views,
  deps: ViewDeps,
): Pick<CommandHandlers, 'manageGrants' | 'openAuditLog' | 'pickModel' | 'runTool' | 'status'> {
  const audit = views.keep(({ createAuditView }) => createAuditView(deps.audit));
  return {
    manageGrants: () => views.open(({ manageGrants }) => manageGrants(deps.grants)),
    openAuditLog: async () => (await audit())?.open(),
    pickModel: () => views.open(({ pickModel }) => pickModel(deps.models)),
    runTool: () => views.open(({ runTool }) => runTool(deps.catalog(), deps.panel)),
    status: () =>
      views.open(async ({ statusReport }) =>
        deps.showText('Gatehouse Status', statusReport(await deps.statusFacts())),
      ),
  };
}
