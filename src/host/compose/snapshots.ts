import { existsSync } from 'node:fs';
import * as path from 'node:path';
import type { WindowSnapshots } from '../../adapters/transaction/snapshots';
import { systemClock } from '../../adapters/system/clock';
import type { CardRollback } from '../../core/contracts/panel/state';
import type { Pipeline } from '../../core/pipeline/runner';
import type { Workspace } from '../../core/ports/workspace';
import type { Log } from '../window/log';
import { rollbackDone } from '../panel/transcript/card';
import type { Panel } from '../panel/panel';
import type { RollbackCardState } from '../transaction/rollback-card';
import { createLazySnapshots } from '../transaction/lazy-snapshots';

export interface SnapshotSources {
  readonly storageFolder: string;
  readonly workspace: Workspace;
  readonly log: Log;
}

/** Late enough not to compete with the start of the window. */
const tidyAfterMs = 30_000;

/** Copies for commands that can be rolled back; next to the database, never in it (decision 42). */
export function composeSnapshots({ storageFolder, workspace, log }: SnapshotSources) {
  const folder = path.join(storageFolder, 'snapshots');
  const report = (error: unknown): void => {
    log.report(error);
  };
  const snapshots = createLazySnapshots({
    load: async () => {
      const { openHostSnapshots } = await import('../transaction/transaction-entry');
      const warn = (line: string): void => log.warn(line);
      return openHostSnapshots({ folder, workspace, clock: systemClock, report, log: warn });
    },
    onLoadFailed: report,
  });
  // A window that died has left copies, also when the setting has been switched off since.
  const tidying = systemClock.after(tidyAfterMs, () => {
    if (existsSync(folder)) snapshots.open().catch(report);
  });
  return {
    ...snapshots,
    close: async (): Promise<void> => {
      tidying.dispose();
      await snapshots.close();
    },
  } satisfies WindowSnapshots;
}

export interface RollBackSources {
  readonly pipeline: Pipeline;
  /** The panel is made after this. */
  readonly chats: () => Panel['chats'];
  readonly log: Log;
}

/** "Roll back" on a card of the active chat. */
export function composeRollBack({ pipeline, chats: shown, log }: RollBackSources) {
  return async (itemId: string): Promise<void> => {
    const chats = shown();
    const { sessionId } = chats.active;
    if (sessionId === undefined) return;
    try {
      const { rollBackCard, nativeRollbackDialogs } =
        await import('../transaction/transaction-entry');
      const call = { sessionId, toolCallId: itemId };
      const end = await rollBackCard(call, {
        rollBack: (asked, confirm) => pipeline.rollBack(asked, confirm),
        canRollBack: (asked) => pipeline.canRollBack(asked),
        dialogs: nativeRollbackDialogs,
      });
      chats.showRollback(sessionId, itemId, cardRollback(end));
    } catch (error) {
      log.report(error);
    }
  };
}

function cardRollback(end: RollbackCardState): CardRollback | undefined {
  if (end.state === 'done') return rollbackDone(end.report);
  return end.state === 'offered' ? { state: 'offered' } : undefined;
}
