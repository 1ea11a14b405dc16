import * as vscode from 'vscode';
import { failure } from '../../../core/contracts/failure';
import { fail, type Result } from '../../../core/contracts/result';

type Report = (step: { readonly message?: string; readonly increment?: number }) => void;

/** Long work with a notification that shows how far it is and can end it. What it throws is a failure. */
export function withProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: Report) => Promise<Result<T>>,
): Promise<Result<T>> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: `Gatehouse: ${title}`,
    cancellable: true,
  };
  const shown = vscode.window.withProgress(options, async (progress, token) => {
    const controller = new AbortController();
    const listener = token.onCancellationRequested(() => controller.abort());
    try {
      return await work(controller.signal, (step) => progress.report(step));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return fail(failure('execution', `${reason}.`));
    } finally {
      listener.dispose();
    }
  });
  return Promise.resolve(shown);
}
