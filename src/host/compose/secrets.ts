import * as vscode from 'vscode';
import { neutralToastText } from '../window/neutral-text';
import type { Log } from '../window/log';
import { applyCustomPatterns, type CustomPatterns } from '../secrets/custom-patterns';
import type { HostSettings } from '../settings/create-settings';

const openSettings = 'Open Settings';
const key = 'gatehouse.filters.security.extraPatterns';

/** The user's own credential patterns, used in every redaction of the process. */
export function composeSecrets(settings: HostSettings, log: Log): CustomPatterns {
  const report = (error: unknown): void => {
    log.report(error);
  };
  async function warn(message: string): Promise<void> {
    log.warn(message);
    const chosen = await vscode.window.showWarningMessage(neutralToastText(message), openSettings);
    if (chosen !== openSettings) return;
    await vscode.commands.executeCommand('workbench.action.openSettings', key);
  }
  return applyCustomPatterns({
    settings,
    load: () => import('../secrets/secrets-entry'),
    warn: (message) => {
      warn(message).catch(report);
    },
    report,
  });
}
