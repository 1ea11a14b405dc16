import { createCompactions } from '../../adapters/system/compactions';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/random';
import { setExtraSecrets } from '../../core/base/redact/extra-secrets';
import { AgentConnection } from '../acp/agent-connection';
import type { WorkCommands } from '../commands/register';
import type { Base, Watchers } from './base';
import { composeCalls, type Calls } from './calls';
import { composeCommands } from './commands';
import { composeFiles } from './files';
import { composeModels, type Models } from './models';
import type { Panel } from '../panel/panel';
import { composePanel, type HostPanel } from './panel';
import { composeRecovery, composeRunners, type Runners } from './runners';
import { composeStores, type Stores } from './stores';
import { withTimeout } from '../../core/base/async';

/** The second stage: everything that runs a turn, shows it and stores it. */
export interface Work {
  readonly commands: WorkCommands;
  readonly panel: Panel;
  readonly stores: Stores;
  readonly models: Models;
  readonly files: ReturnType<typeof composeFiles>;
  readonly runners: Runners;
  readonly calls: Calls;
  readonly connection: AgentConnection;
  /** Looks after commands that an earlier window has left running. */
  recoverCommands(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds that closing waits for the ends of commands to be recorded. */
const closingMs = 2000;

/** Makes everything, opens nothing. */
export function composeWork(base: Base, watchers: Watchers): Work {
  setExtraSecrets(() => watchers.secrets.expressions());
  const stores = composeStores(base);
  const models = composeModels(base);
  const files = composeFiles(base);
  const compactions = createCompactions();
  const runners = composeRunners(base, files, watchers.activity, (sessionId) =>
    panel.chats.titleOf(sessionId),
  );
  const connection = new AgentConnection(
    {
      sessionUpdate: (notification) => {
        panel.chats.sessionUpdate(notification);
        return Promise.resolve();
      },
      requestPermission: (request) => base.approvals.client.requestPermission(request),
    },
    { files: files.files, terminals: runners.terminals, workspace: base.workspace, ids: systemIds },
  );
  const { request } = connection.link;
  const callStores = { access: files, store: stores.store, compactions, request };
  const calls = composeCalls(base, callStores, runners);
  const { panel, sessionsEnded }: HostPanel = composePanel(base, {
    stores,
    models,
    access: files,
    runners,
    pipeline: calls.pipeline,
    compactions,
    connection,
    terminals: watchers.terminals,
    explain: (itemId) => explainCall(itemId),
  });
  const parts = { stores, models, files, runners, calls, connection, panel, sessionsEnded };
  const { commands, explainCall, owned } = composeCommands(base, parts);
  const { terminals, diagnostics, filters, snapshots } = runners;
  return {
    ...parts,
    commands,
    recoverCommands: composeRecovery(base, stores.store.audit),
    close: async () => {
      for (const each of [...owned, panel, terminals, diagnostics, filters, models.http]) {
        each.dispose();
      }
      // Commands in the background were killed with their terminals: their ends are recorded first.
      await withTimeout(calls.pipeline.backgroundEnds(), closingMs, systemClock);
      connection.link.close();
      // The store is the last: the others may still write to it.
      for (const each of [snapshots, files, stores.places, stores.store]) await each.close();
    },
  };
}
