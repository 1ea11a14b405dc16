/** What is wrong with a server address, or worth knowing before it is used. */
export interface AddressRemark {
  readonly level: 'error' | 'warning';
  readonly text: string;
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

/** Judges what the person types as base URL; undefined when there is nothing to say. */
export function remarkOnAddress(address: string): AddressRemark | undefined {
  const text = address.trim();
  if (text === '') return undefined;
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) {
    return { level: 'error', text: 'Type a full address, for example http://127.0.0.1:8080/v1' };
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return { level: 'error', text: 'Leave name and password out; use "Set API Key" for a secret.' };
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    return { level: 'warning', text: 'Without https your chat and the key travel unencrypted.' };
  }
  return undefined;
}

/** True when a stored key would go to another server than the one it was stored for. */
export function movesServer(oldAddress: string, newAddress: string): boolean {
  const from = originOf(oldAddress);
  const to = originOf(newAddress);
  return to !== undefined && from !== to;
}

function originOf(address: string): string | undefined {
  const text = address.trim();
  return URL.canParse(text) ? new URL(text).origin : undefined;
}
