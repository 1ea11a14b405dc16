import * as vscode from 'vscode';
import type { HttpProvider } from '../../../core/contracts/http-provider';
import { neutralToastText } from '../../approvals/present';
import { originOf } from '../../models/providers';
import { askAddress } from './ask-address';
import { askForKey } from './ask-key';
import { chooseProvider } from './choose-provider';
import { serverAddressOf, byChoice, type ModelDeps } from './model-deps';
import { movesServer } from './server-address';

/** Asks which server is meant, then for its address; answers the server whose address was set. */
export async function setWhichAddress(deps: ModelDeps): Promise<HttpProvider | undefined> {
  const lines = byChoice(deps).map((provider) => {
    const address = serverAddressOf(deps, provider);
    return { provider, description: address === '' ? 'none set' : address };
  });
  const provider = await chooseProvider('Set a server address', lines);
  if (provider === undefined) return undefined;
  return (await setAddress(deps, provider)) ? provider : undefined;
}

/** Asks for a server's address; true when one is set. A stored key stays with its own server. */
export async function setAddress(deps: ModelDeps, provider: HttpProvider): Promise<boolean> {
  const isSet = await askAddress(deps, provider);
  if (isSet) await offerNewKey(deps, provider, serverAddressOf(deps, provider));
  return isSet;
}

/** The old key is not sent to the new server; whether that needs one only the person knows. */
async function offerNewKey(
  deps: ModelDeps,
  provider: HttpProvider,
  address: string,
): Promise<void> {
  const key = await deps.apiKeys.state(provider);
  if (key.kind !== 'stored' || !movesServer(key.origin, address)) return;
  const enter = 'Enter Its Key…';
  const remove = 'It Needs None';
  const chosen = await vscode.window.showWarningMessage(
    neutralToastText(`The stored key belongs to ${key.origin} and is not sent to another server.`),
    {
      modal: true,
      detail: `Does ${originOf(address) ?? address} need a key? If it needs none, the stored key is removed.`,
    },
    enter,
    remove,
  );
  if (chosen === enter) await askForKey(deps, provider);
  if (chosen === remove) await deps.apiKeys.remove(provider);
}
