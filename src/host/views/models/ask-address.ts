import * as vscode from 'vscode';
import type { HttpProvider } from '../../../core/contracts/http-provider';
import { originOf, providerNames } from '../../models/providers';
import { serverAddressOf, type ModelDeps } from './model-deps';
import { remoteLabel } from './remote-place';
import { checkAddress } from './server-address';

const examples: Readonly<Record<HttpProvider, string>> = {
  openai: 'http://127.0.0.1:8080/v1',
  anthropic: 'https://api.anthropic.com',
  ollama: 'http://127.0.0.1:11434',
};

/** Asks for a server's address; true when one is set. */
export async function askAddress(deps: ModelDeps, provider: HttpProvider): Promise<boolean> {
  const old = serverAddressOf(deps, provider);
  const place = remoteLabel(deps.remoteName);
  const typed = await vscode.window.showInputBox({
    title: `Server address: ${providerNames[provider]}`,
    prompt: `For example ${examples[provider]}`,
    value: old,
    ignoreFocusOut: true,
    validateInput: (value) => validation(value, place),
  });
  if (typed === undefined) return false;
  const address = typed.trim();
  if (address !== old) await deps.settings.write(`${provider}.baseUrl`, address);
  return originOf(address) !== undefined;
}

function validation(
  value: string,
  place: string | undefined,
): vscode.InputBoxValidationMessage | undefined {
  const remark = checkAddress(value, place);
  if (remark === undefined) return undefined;
  const { Error: error, Warning: warning, Info: info } = vscode.InputBoxValidationSeverity;
  return { message: remark.text, severity: { error, warning, info }[remark.level] };
}
