import * as vscode from 'vscode';
import { serverModelId } from '../../../adapters/llm/model-id';
import type { HttpProvider } from '../../../core/contracts/models';
import { providerNames } from '../../models/providers';
import { byChoice, serverAddressOf, type ModelDeps } from './model-deps';
import { chooseProvider } from './server-setup';

const examples: Readonly<Record<HttpProvider, string>> = {
  openai: 'gpt-4.1 or meta-llama/llama-3.3-70b',
  anthropic: 'claude-sonnet-4-5',
  ollama: 'qwen3:8b',
};

/** Asks for the name of a model that its server does not list; returns its id. */
export async function addModel(
  deps: ModelDeps,
  known: HttpProvider | undefined,
): Promise<string | undefined> {
  const lines = byChoice(deps).map((provider) => {
    return { provider, description: serverAddressOf(deps, provider) };
  });
  const provider = known ?? (await chooseProvider('Add a model', lines));
  if (provider === undefined) return undefined;
  const typed = await vscode.window.showInputBox({
    title: `Add a model: ${providerNames[provider]}`,
    prompt: `Its name as the server knows it, for example ${examples[provider]}`,
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? 'Type the name of a model.' : undefined),
  });
  if (typed === undefined) return undefined;
  const model = typed.trim();
  await remember(deps, provider, model);
  return serverModelId(provider, model);
}

/** Ollama itself knows its models. */
async function remember(
  { settings }: ModelDeps,
  provider: HttpProvider,
  model: string,
): Promise<void> {
  if (provider === 'ollama') return;
  const models = settings.get(`${provider}.models`);
  if (!models.includes(model)) await settings.write(`${provider}.models`, [...models, model]);
}
