import * as vscode from 'vscode';
import { neutralToastText } from '../../approvals/present';
import { parseModelId } from '../../../adapters/llm/model-id';
import type { ModelDeps } from '../models/model-deps';
import { connectionCheck } from './model-checks';
import { signalOf } from './run-doctor';

/** `Gatehouse: Test Connection`: asks the chosen model for one word. */
export async function testConnection({ settings, lists }: ModelDeps): Promise<void> {
  const modelId = settings.get('model').trim();
  if (parseModelId(modelId).kind === 'none') {
    await offer('no model is chosen.', ['gatehouse.pickModel', 'Choose Model…']);
    return;
  }
  const tested = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: `Asking ${neutralToastText(modelId)} for one word`,
      cancellable: true,
    },
    (_progress, token) => lists.test(modelId, signalOf(token)),
  );
  if (!tested.ok && tested.failure.category === 'cancelled') return;
  const { level, text } = connectionCheck(tested);
  if (level === 'ok') {
    void vscode.window.showInformationMessage(neutralToastText(`Gatehouse: ${modelId}: ${text}.`));
    return;
  }
  await offer(text, ['gatehouse.doctor', 'Run Doctor']);
}

async function offer(
  text: string,
  [command, label]: readonly [command: string, label: string],
): Promise<void> {
  const shown = neutralToastText(`Gatehouse: ${text}`);
  const chosen = await vscode.window.showErrorMessage(shown, label);
  if (chosen === label) await vscode.commands.executeCommand(command);
}
