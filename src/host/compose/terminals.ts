import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Store } from '../../adapters/store/store';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/random';
import { neutralToastText } from '../window/neutral-text';
import type { Log } from '../window/log';
import type { HostTerminals } from '../terminals/command-terminals';
import { createLazyTerminals } from '../terminals/lazy-terminals';
import type { HostWorkspace } from '../workspace/workspace';

/** Late enough not to compete with the start of the window. */
const recoverAfterMs = 1000;

export interface TerminalSources {
  readonly workspace: HostWorkspace;
  readonly store: Store;
  readonly storageFolder: string;
  readonly actorId: string;
  readonly log: Log;
  readonly chatTitle: (sessionId: string) => string | undefined;
}

/** The terminals that commands run in, loaded with the first command. */
export function composeTerminals(sources: TerminalSources): HostTerminals {
  const { workspace, log, chatTitle } = sources;
  const records = {
    folder: path.join(sources.storageFolder, 'commands'),
    log: (line: string): void => {
      log.warn(line);
    },
  };
  const terminals = createLazyTerminals({
    load: async () => {
      const { createTerminals } = await import('../terminals/terminals-entry');
      const system = { env: process.env, clock: systemClock, ids: systemIds };
      return createTerminals({ ...system, workspace, records, chatTitle });
    },
    onLoadFailed: (error) => {
      log.report(error);
    },
  });
  const recovering = systemClock.after(recoverAfterMs, () => {
    recover(sources, records).catch((error: unknown) => {
      log.report(error);
    });
  });
  return {
    ...terminals,
    dispose: () => {
      recovering.dispose();
      terminals.dispose();
    },
  };
}

/** Looks after commands that a window before this one has left; loads nothing when it left none. */
async function recover(
  { workspace, store, actorId }: TerminalSources,
  records: { readonly folder: string; readonly log: (line: string) => void },
): Promise<void> {
  // No folder: no command has ever run here.
  const left = await readdir(records.folder).catch(() => []);
  if (left.length === 0) return;
  const { recoverAtStart } = await import('../terminals/terminals-entry');
  await recoverAtStart({
    ...records,
    clock: systemClock,
    audit: store.audit,
    finder: { actor: actorId, tenant: workspace.key() },
    warn: (text) => {
      void vscode.window.showWarningMessage(neutralToastText(text));
    },
  });
}
