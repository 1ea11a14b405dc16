import { originOf } from '../../models/providers';
import { isLoopback } from '../../../adapters/http/loopback';

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
export function isUnencrypted(address: string): boolean {
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
