import { isIP } from 'node:net';
import { say, type Sentence } from '../../core/base/sentence';
import { isLoopback } from '../http/host-address';
import { isPublicAddress } from './public-address';

/** A longer address is no document, and no one can judge it. */
const maxLength = 2048;

/** Names that never mean a public server: reserved ones, and those that private networks use. */
const privateSuffixes = [
  'alt',
  'cluster',
  'consul',
  'corp',
  'default',
  'domain',
  'home',
  'home.arpa',
  'i2p',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
  'svc',
  'test',
  'workgroup',
];

/** Why an address is not asked for, and what to do instead. */
export interface UrlRefusal {
  readonly reason: Sentence;
  /** For the model, in English. */
  readonly suggestion?: string;
}

export type JudgedUrl =
  { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly refusal: UrlRefusal };

/**
 * The first check: by the address alone, without a lookup. The URL that it returns has no trailing
 * dot in its host and no fragment, and is the one to ask for. `allowsPort` says whether the user
 * named this host with its port; `name` stands for a host that a server chose.
 */
export function judgePublicUrl(
  text: string,
  allowsPort: (url: URL) => boolean,
  name?: Sentence,
): JudgedUrl {
  const refusal = refuseText(text);
  if (refusal !== undefined) return refuse(refusal);
  const url = withoutDot(new URL(text));
  if (url.protocol !== 'https:') return refuse(refuseScheme(url));
  if (hasLogin(url)) return refuse({ reason: withLogin });
  const host = refuseHost(url.hostname, name ?? url.hostname);
  if (host !== undefined) return refuse({ reason: host });
  if (url.port !== '' && !allowsPort(url)) return refuse(refusePort(url, name));
  url.hash = '';
  return { ok: true, url };
}

/**
 * The first check of an address on an origin that the user's own settings name: it may be private,
 * with any port; without TLS only on this machine (decision 65).
 */
export function judgeNamedUrl(text: string): JudgedUrl {
  const refusal = refuseText(text);
  if (refusal !== undefined) return refuse(refusal);
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.href))) {
    return refuse({ reason: say`Without https, only a server on this machine can be reached.` });
  }
  if (hasLogin(url)) return refuse({ reason: withLogin });
  url.hash = '';
  return { ok: true, url };
}

const withLogin = say`The address contains a user name or a password.`;

function hasLogin(url: URL): boolean {
  return url.username !== '' || url.password !== '';
}

function refuse(refusal: UrlRefusal): JudgedUrl {
  return { ok: false, refusal };
}

function refuseText(text: string): UrlRefusal | undefined {
  if (text.length > maxLength) {
    return { reason: say`The address is longer than ${maxLength} characters.` };
  }
  // URL parsers drop some of these and read a backslash as a slash.
  if (/[\s\p{Cc}\p{Cf}\p{Cs}\\]/u.test(text)) {
    return { reason: say`The address contains blanks, invisible characters or a backslash.` };
  }
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    return {
      reason: say`This is not a complete address.`,
      suggestion: 'Write the whole address, such as https://example.com/page.',
    };
  }
  return undefined;
}

/** Any other word is one that a server may have written. */
const knownSchemes: ReadonlySet<string> = new Set([
  ...['http:', 'ws:', 'wss:', 'ftp:', 'file:', 'data:', 'blob:', 'about:', 'javascript:'],
]);

function refuseScheme(url: URL): UrlRefusal {
  const named = knownSchemes.has(url.protocol) ? url.protocol : '?:';
  const reason = say`Only https addresses can be read, not ${named}//.`;
  if (url.protocol !== 'http:') return { reason };
  const secure = `https://${url.host}${url.pathname}${url.search}`;
  return { reason, suggestion: `Ask for ${secure} if that is the same page.` };
}

function refusePort({ port, hostname }: URL, name: Sentence | undefined): UrlRefusal {
  if (name !== undefined) return { reason: say`Only port 443 can be reached, not ${port}.` };
  return {
    reason: say`Only port 443 can be reached, not ${port}. The user can add ${`${hostname}:${port}`} to the setting ${'gatehouse.web.allow'}.`,
  };
}

/** One trailing dot means the same host; two are refused with other empty labels. */
function withoutDot(url: URL): URL {
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  return url;
}

function refuseHost(host: string, name: Sentence | string): Sentence | undefined {
  const address = host.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0) {
    return isPublicAddress(address) ? undefined : say`${name} is not a public address.`;
  }
  const isName = host.length <= 253 && host.split('.').every((label) => labelShape.test(label));
  if (!isName) return say`${name} is not a valid host name.`;
  if (!host.includes('.')) return say`${name} is a name of the local network.`;
  const suffix = privateSuffixes.find((each) => host.endsWith(`.${each}`) || host === each);
  return suffix === undefined ? undefined : say`${name} is a name of the local network.`;
}

const labelShape = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
