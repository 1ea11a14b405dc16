import { originOf } from '../../models/providers';
import { isLoopback } from '../../../adapters/http/host-address';

/** What is wrong with a server address, or worth knowing before it is used. */
export interface AddressWarning {
  readonly level: 'error' | 'warning' | 'info';
  readonly text: string;
}

/** Judges what the person types as base URL; undefined when there is nothing to say. */
export function checkAddress(
  address: string,
  place: string | undefined,
): AddressWarning | undefined {
  const text = address.trim();
  if (text === '') return undefined;
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) {
    return { level: 'error', text: 'Type a full address, for example http://127.0.0.1:8080/v1' };
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return { level: 'error', text: 'Leave name and password out; use "Set API Key" for a secret.' };
  }
  if (isUnencrypted(text)) {
    return { level: 'warning', text: 'Without https your chat and the key travel unencrypted.' };
  }
  return place !== undefined && isLoopback(text)
    ? { level: 'info', text: loopbackNote(place) }
    : undefined;
}

/** True when what is sent there can be read on the way. */
function isUnencrypted(address: string): boolean {
  return /^http:/i.test(address.trim()) && !isLoopback(address);
}

/** In a remote window loopback is not what the person may think. */
function loopbackNote(place: string): string {
  return `This window works ${place}: 127.0.0.1 is that machine, not the one in front of you.`;
}

/** True when a key that was stored for `origin` does not go to `address`. */
export function movesServer(origin: string, address: string): boolean {
  const to = originOf(address);
  return to !== undefined && origin !== to;
}

/** What VS Code calls the kinds of remote windows, in words. */
const remoteLabels: Readonly<Record<string, string>> = {
  'ssh-remote': 'over SSH',
  wsl: 'in WSL',
  'dev-container': 'in a container',
  'attached-container': 'in a container',
  codespaces: 'in a codespace',
};

/** Where this window works, when not on the machine in front of the person; else undefined. */
export function remoteLabel(remoteName: string | undefined): string | undefined {
  if (remoteName === undefined) return undefined;
  return Object.hasOwn(remoteLabels, remoteName) ? remoteLabels[remoteName] : 'on another machine';
}

/** What is wrong with a key that was typed or pasted; undefined when nothing is. */
export function typedKeyProblem(typed: string): string | undefined {
  const key = typed.trim();
  if (key === '') return 'Paste the key.';
  // Headers carry nothing else, and no provider makes keys of anything else.
  if (!/^[\x21-\x7e]+$/.test(key)) return 'This holds characters that no key has. Paste it again.';
  return undefined;
}

/** What the person should know before the key is stored. */
export function keyPrompt(address: string, origin: string): string {
  const where = `Sent to ${origin} only; kept in the secret store of this machine, never in settings, logs or chats.`;
  return isUnencrypted(address) ? `Without https the key travels unencrypted. ${where}` : where;
}
