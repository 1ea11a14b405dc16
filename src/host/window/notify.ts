import * as vscode from 'vscode';
import type { CommandName } from '../../core/contracts/commands';
import type { Failure } from '../../core/contracts/failure';
import { neutralToastText } from './neutral-text';
import { shownWithAdvice, t } from './language';

export interface NotifyButton {
  readonly label: string;
  readonly run: () => PromiseLike<unknown>;
}

type Level = 'Information' | 'Warning' | 'Error';

/** A message may name a file or a command, which must not become a link. */
export function notify(text: string): void {
  void offer('Information', text);
}

export function notifyError(text: string): void {
  void offer('Error', text);
}

export function notifyFailure(failed: Failure): void {
  notifyError(shownWithAdvice(failed));
}

/** Shows a notification; settles when it is closed, or when its button has done its work. */
export async function offer(level: Level, text: string, button?: NotifyButton): Promise<void> {
  const labels = button === undefined ? [] : [button.label];
  const shown = neutralToastText(`Gatehouse: ${text}`);
  const chosen = await vscode.window[`show${level}Message`](shown, ...labels);
  if (chosen !== undefined) await button?.run();
}

export function commandButton(label: string, name: CommandName): NotifyButton {
  return { label, run: () => vscode.commands.executeCommand(`gatehouse.${name}`) };
}

export function openSetting(key?: string): NotifyButton {
  const query = key === undefined ? '@ext:gatehouse.gatehouse' : `gatehouse.${key}`;
  const run = () => vscode.commands.executeCommand('workbench.action.openSettings', query);
  return { label: t('Open Settings'), run };
}

export function openFile(file: vscode.Uri): NotifyButton {
  return { label: t('Open File'), run: () => vscode.commands.executeCommand('vscode.open', file) };
}

export interface Question {
  readonly title: string;
  readonly detail: string;
  readonly button: string;
}

/** A question in VS Code's own modal dialog (decision native-confirm); closing it means no. */
export async function confirm({ title, detail, button }: Question): Promise<boolean> {
  return (
    (await vscode.window.showWarningMessage(title, { modal: true, detail }, button)) === button
  );
}

export type ReportProgress = (step: {
  readonly message?: string;
  readonly increment?: number;
}) => void;

/** Long work with a notification that shows its progress and can cancel it. */
export async function withProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: ReportProgress) => Promise<T>,
): Promise<T> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: neutralToastText(`Gatehouse: ${title}`),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const stop = new AbortController();
    const listener = token.onCancellationRequested(() => stop.abort());
    try {
      return await work(stop.signal, (step) => progress.report(step));
    } finally {
      listener.dispose();
    }
  });
}
