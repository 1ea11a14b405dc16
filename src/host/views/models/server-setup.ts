import * as vscode from 'vscode';
import { serverModelId } from '../../../adapters/llm/model-id';
import type { HttpProvider } from '../../../core/contracts/models';
import type { KeyState } from '../../secrets/api-keys';
import { originOf, providerName } from '../../models/providers';
import {
  typedKeyProblem,
  keyPrompt,
  remoteLabel,
  checkAddress,
  completeAddress,
  movesServer,
} from './server-address';
import { serverAddressOf, byChoice, chosenProvider, type ModelDeps } from './model-deps';
import { neutralToastText, neutralPickText } from '../../window/neutral-text';
import { notify, notifyError } from '../../window/notify';
import { t } from '../../window/language';

/** For the chosen model's provider first. A key is stored with the origin of its server. */
export async function setApiKey(deps: ModelDeps): Promise<void> {
  const chosen = chosenProvider(deps);
  if (chosen === undefined) await askWhichKey(deps);
  else await askForKey(deps, chosen);
}

async function askWhichKey(deps: ModelDeps): Promise<HttpProvider | undefined> {
  const lines = await Promise.all(
    byChoice(deps).map(async (provider) => {
      return { provider, description: stateText(await deps.apiKeys.state(provider)) };
    }),
  );
  const provider = await chooseProvider(t('Set API Key'), lines);
  return provider === undefined ? undefined : askForKey(deps, provider);
}

function stateText(state: KeyState): string {
  switch (state.kind) {
    case 'none':
      return t('no key is stored');
    case 'stored':
      return t('a key for {0} is stored', state.origin);
    case 'unreadable':
      return t('its key cannot be read');
  }
}

/** Asks for a provider's key, and first for its address where none is set. */
export async function askForKey(
  deps: ModelDeps,
  provider: HttpProvider,
): Promise<HttpProvider | undefined> {
  if (originOf(serverAddressOf(deps, provider)) === undefined) {
    if (!(await askAddress(deps, provider))) return undefined;
  }
  const address = serverAddressOf(deps, provider);
  const origin = originOf(address);
  if (origin === undefined) return undefined;
  const answer = await askInBox(
    t('Set API Key: {0}', providerName(provider)),
    keyPrompt(address, origin),
  );
  if (answer === 'another') return askWhichKey(deps);
  if (answer === undefined) return undefined;
  return (await storeKey(deps, provider, { origin, key: answer.key })) ? provider : undefined;
}

async function storeKey(
  { apiKeys }: ModelDeps,
  provider: HttpProvider,
  { origin, key }: { readonly origin: string; readonly key: string },
): Promise<boolean> {
  try {
    await apiKeys.store(provider, origin, key);
  } catch {
    // The store's own message may contain too much.
    notifyError(t('the key was not stored: the secret store of this machine could not be opened.'));
    return false;
  }
  notify(t('the API key is stored in the secret store of this machine, for {0} only.', origin));
  return true;
}

function askInBox(
  title: string,
  prompt: string,
): Promise<{ readonly key: string } | 'another' | undefined> {
  const box = vscode.window.createInputBox();
  box.title = title;
  box.prompt = prompt;
  box.password = true;
  box.ignoreFocusOut = true;
  box.buttons = [{ iconPath: new vscode.ThemeIcon('arrow-swap'), tooltip: t('Another provider…') }];
  return new Promise((resolve) => {
    box.onDidChangeValue(() => {
      box.validationMessage = undefined;
    });
    box.onDidTriggerButton(() => {
      resolve('another');
      box.hide();
    });
    box.onDidAccept(() => {
      box.validationMessage = typedKeyProblem(box.value);
      if (box.validationMessage !== undefined) return;
      resolve({ key: box.value.trim() });
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

/** `Remove API Key…`: for keys that are stored, or that cannot be read and so may be. */
export async function removeApiKey(deps: ModelDeps): Promise<void> {
  const states = await Promise.all(
    byChoice(deps).map(async (provider) => {
      return { provider, state: await deps.apiKeys.state(provider) };
    }),
  );
  const stored = states.filter(({ state }) => state.kind !== 'none');
  const [only] = stored;
  if (only === undefined) {
    notify(t('no API key is stored.'));
    return;
  }
  const lines = stored.map(({ provider, state }) => ({ provider, description: stateText(state) }));
  const provider =
    stored.length === 1 ? only.provider : await chooseProvider(t('Remove API Key'), lines);
  if (provider === undefined) return;
  try {
    await deps.apiKeys.remove(provider);
  } catch {
    notifyError(
      t('the key was not removed: the secret store of this machine could not be opened.'),
    );
    return;
  }
  notify(t('the API key was removed: {0}.', providerName(provider)));
}

const examples: Readonly<Record<HttpProvider, string>> = {
  openai: 'http://127.0.0.1:8080/v1',
  anthropic: 'https://api.anthropic.com',
  ollama: 'http://127.0.0.1:11434',
};

/** Asks for a server's address; true when one is set. */
async function askAddress(deps: ModelDeps, provider: HttpProvider): Promise<boolean> {
  const old = serverAddressOf(deps, provider);
  const place = remoteLabel(deps.remoteName);
  const typed = await vscode.window.showInputBox({
    title: t('Server address: {0}', providerName(provider)),
    prompt: t('For example {0}', examples[provider]),
    value: old,
    ignoreFocusOut: true,
    validateInput: (value) => validation(completeAddress(value), place),
  });
  if (typed === undefined) return false;
  const address = completeAddress(typed);
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

/** Asks for a server's address; true when one is set. A stored key stays with its own server. */
export async function setAddress(deps: ModelDeps, provider: HttpProvider): Promise<boolean> {
  const isSet = await askAddress(deps, provider);
  if (isSet) await offerNewKey(deps, provider, serverAddressOf(deps, provider));
  return isSet;
}

/** The old key is not sent to the new server; only the user knows whether that needs one. */
async function offerNewKey(
  deps: ModelDeps,
  provider: HttpProvider,
  address: string,
): Promise<void> {
  const key = await deps.apiKeys.state(provider);
  if (key.kind !== 'stored' || !movesServer(key.origin, address)) return;
  const enter = t('Enter Its Key…');
  const remove = t('It Needs None');
  const chosen = await vscode.window.showWarningMessage(
    neutralToastText(
      t('The stored key belongs to {0} and is not sent to another server.', key.origin),
    ),
    {
      modal: true,
      detail: t(
        'Does {0} need a key? If it needs none, the stored key is removed.',
        originOf(address) ?? address,
      ),
    },
    enter,
    remove,
  );
  if (chosen === enter) await askForKey(deps, provider);
  if (chosen === remove) await deps.apiKeys.remove(provider);
}

async function chooseProvider(
  title: string,
  lines: readonly { readonly provider: HttpProvider; readonly description: string }[],
): Promise<HttpProvider | undefined> {
  const picked = await vscode.window.showQuickPick(
    lines.map(({ provider, description }) => ({
      label: providerName(provider),
      description: neutralPickText(description),
      provider,
    })),
    { title, placeHolder: t('Choose a provider') },
  );
  return picked?.provider;
}

const modelExamples: Readonly<Record<HttpProvider, string>> = {
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
  const provider = known ?? (await chooseProvider(t('Add a model'), lines));
  if (provider === undefined) return undefined;
  const typed = await vscode.window.showInputBox({
    title: t('Add a model: {0}', providerName(provider)),
    prompt: t('Its name as the server knows it, for example {0}', modelExamples[provider]),
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? t('Type the name of a model.') : undefined),
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
