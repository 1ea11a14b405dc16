import * as vscode from 'vscode';
import type { HttpProvider } from '../../../core/contracts/http-provider';
import { serverModelId } from '../../../adapters/llm/model-id';
import { providerNames } from '../../models/providers';
import { chooseProvider } from './choose-provider';
import { serverAddressOf, byChoice, type ModelDeps } from './model-deps';

const examples: Readonly<Record<HttpProvider, string>> = {
  openai: 'gpt-4.1 or meta-llama/llama-3.3-70b',
  anthropic: 'claude-sonnet-4-5',
  ollama: 'qwen3:8b',
};

/** Asks for a model's name; remembers it for the picker, and answers its id. */
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

/** Ollama itself knows what it has. */
async function remember(
  { settings }: ModelDeps,
  provider: HttpProvider,
  model: string,
): Promise<void> {
  if (provider === 'ollama') return;
  const models = settings.get(`${provider}.models`);
  if (!models.includes(model)) await settings.write(`${provider}.models`, [...models, model]);
}
