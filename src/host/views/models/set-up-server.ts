import * as vscode from 'vscode';
import type { HostSettings } from '../../settings/create-settings';
import type { ApiKey } from '../../models/api-key';
import { openAiModelId } from '../../models/model-id';
import { movesServer, remarkOnAddress } from './server-address';

export interface ModelDeps {
  readonly settings: Pick<HostSettings, 'get' | 'write'>;
  readonly apiKey: ApiKey;
}

/** Asks for the server's address; a stored key goes to another server only with consent. */
export async function askServerAddress({ settings, apiKey }: ModelDeps): Promise<void> {
  const old = settings.get('openai.baseUrl');
  const typed = await vscode.window.showInputBox({
    title: 'Address of the OpenAI-compatible server',
    prompt: 'For example http://127.0.0.1:8080/v1',
    value: old,
    ignoreFocusOut: true,
    validateInput: validateAddress,
  });
  if (typed === undefined || typed.trim() === old) return;
  const address = typed.trim();
  if (movesServer(old, address) && (await apiKey.state()) !== 'none') {
    const kept = await askToKeepKey(address);
    if (kept === undefined) return;
    if (!kept) await apiKey.remove();
  }
  await settings.write('openai.baseUrl', address);
}

function validateAddress(value: string): vscode.InputBoxValidationMessage | undefined {
  const remark = remarkOnAddress(value);
  if (remark === undefined) return undefined;
  const severity = vscode.InputBoxValidationSeverity;
  return {
    message: remark.text,
    severity: remark.level === 'error' ? severity.Error : severity.Warning,
  };
}

async function askToKeepKey(address: string): Promise<boolean | undefined> {
  const keep = 'Send it there too';
  const remove = 'Remove the key';
  const chosen = await vscode.window.showWarningMessage(
    'A key for another server is stored.',
    { modal: true, detail: `From now on it would be sent to ${address}` },
    keep,
    remove,
  );
  return chosen === undefined ? undefined : chosen === keep;
}

/** Asks for a model's name and adds it to the picker; answers its id. */
export async function askModelName({ settings }: ModelDeps): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title: 'Add a model',
    prompt: 'Its name as the server knows it, for example gpt-4.1 or qwen3:8b',
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? 'Type the name of a model.' : undefined),
  });
  if (typed === undefined) return undefined;
  const model = typed.trim();
  const models = settings.get('openai.models');
  if (!models.includes(model)) await settings.write('openai.models', [...models, model]);
  return openAiModelId(model);
}

/** Lets the person choose a recording; true when one was chosen. */
export async function askRecording({ settings }: ModelDeps): Promise<boolean> {
  const files = await vscode.window.showOpenDialog({
    title: 'Choose a recorded conversation',
    canSelectMany: false,
    filters: { Recordings: ['json'] },
  });
  const file = files?.[0];
  if (file === undefined) return false;
  await settings.write('replay.file', file.fsPath);
  return true;
}
