import { originOf } from '../../models/providers';
import { isLoopback } from '../../../adapters/http/host-address';
import { t } from '../../window/language';

/** An error in a server address, or a warning before it is used. */
export interface AddressWarning {
  readonly level: 'error' | 'warning' | 'info';
  readonly text: string;
}

export function checkAddress(
  address: string,
  place: string | undefined,
): AddressWarning | undefined {
  const text = address.trim();
  if (text === '') return undefined;
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) {
    return { level: 'error', text: t('Type a full address, for example http://127.0.0.1:8080/v1') };
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return {
      level: 'error',
      text: t('Remove the name and password; for a secret, use "Set API Key".'),
    };
  }
  if (isUnencrypted(text)) {
    return { level: 'warning', text: t('Without https your chat and the key travel unencrypted.') };
  }
  return place !== undefined && isLoopback(text)
    ? { level: 'info', text: loopbackNote(place) }
    : undefined;
}

/** Adds what a typed address lacks: `http://` for a machine of one's own, `https://` for others. */
export function completeAddress(typed: string): string {
  const text = typed.trim();
  if (text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const host = /^(\[[^\]]*\]|[^:/]*)/.exec(text)?.[0] ?? '';
  const isOwn = host.startsWith('[') || /^[\d.]+$/.test(host) || !host.includes('.');
  return `${isOwn ? 'http' : 'https'}://${text}`;
}

/** True when data sent there can be read in transit. */
function isUnencrypted(address: string): boolean {
  return /^http:/i.test(address.trim()) && !isLoopback(address);
}

/** In a remote window, loopback may not be the machine the user expects. */
function loopbackNote(place: string): string {
  return t('This window runs {0}: 127.0.0.1 is that machine, not your own.', place);
}

/** True when a key that was stored for `origin` does not go to `address`. */
export function movesServer(origin: string, address: string): boolean {
  const to = originOf(address);
  return to !== undefined && origin !== to;
}

/** VS Code's kinds of remote windows, in words. */
const remoteLabels = (): Readonly<Record<string, string>> => ({
  'ssh-remote': t('over SSH'),
  wsl: t('in WSL'),
  'dev-container': t('in a container'),
  'attached-container': t('in a container'),
  codespaces: t('in a codespace'),
});

/** The place where this window works, when not on the user's own machine; else undefined. */
export function remoteLabel(remoteName: string | undefined): string | undefined {
  if (remoteName === undefined) return undefined;
  const labels = remoteLabels();
  return Object.hasOwn(labels, remoteName) ? labels[remoteName] : t('on another machine');
}

/** The error in a typed or pasted key; undefined when there is none. */
export function typedKeyProblem(typed: string): string | undefined {
  const key = typed.trim();
  if (key === '') return t('Paste the key.');
  // Headers allow nothing else, and no provider creates keys of anything else.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    return t("That doesn't look like an API key. Paste it again.");
  }
  return undefined;
}

/** A warning for the user before the key is stored. */
export function keyPrompt(address: string, origin: string): string {
  const where = t(
    'Sent to {0} only; kept in the secret store of this machine, never in settings, logs or chats.',
    origin,
  );
  return isUnencrypted(address)
    ? t('Without https the key travels unencrypted. {0}', where)
    : where;
}
