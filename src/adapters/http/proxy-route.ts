import { say, type Sentence } from '../../core/base/sentence';
import { BlockList, isIP } from 'node:net';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import { isLoopback } from './host-address';

/** VS Code's proxy settings; read at each request, so that changes apply at once. */
export interface ProxySettings {
  /** `http.proxy`; if empty, the environment applies (`HTTPS_PROXY`, `HTTP_PROXY`). */
  readonly url: string;
  /** `http.noProxy`: hosts that bypass the proxy; if empty, `NO_PROXY` of the environment. */
  readonly bypass: readonly string[];
  /** `http.proxyStrictSSL`: false accepts any certificate, of the proxy and behind it. */
  readonly strictTls: boolean;
  /** `http.proxySupport` is `off`: no proxy, not even from the environment. */
  readonly isOff: boolean;
  /** `http.proxyAuthorization`: the complete header. A secret. */
  readonly authorization?: string;
}

/** No settings: the environment applies. */
export const noProxySettings: ProxySettings = {
  url: '',
  bypass: [],
  strictTls: true,
  isOff: false,
};

export interface Route {
  readonly proxy?: {
    /** The address without user and password. */
    readonly url: string;
    /** Value of `proxy-authorization`. A secret. */
    readonly authorization: string | undefined;
  };
  /** False accepts any certificate; always true on a direct route. */
  readonly strictTls: boolean;
}

export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

const direct: Route = { strictTls: true };

/** Loopback is direct; then VS Code's settings apply, then the environment. */
export function chooseRoute(
  url: string,
  settings: ProxySettings,
  environment: ProxyEnvironment,
): Result<Route> {
  if (settings.isOff || !URL.canParse(url) || isLoopback(url)) return succeed(direct);
  const target = new URL(url);
  const read = readerOf(environment);
  const bypass = settings.bypass.length > 0 ? settings.bypass : listed(read('no_proxy'));
  if (namesHost(bypass, target)) return succeed(direct);
  const own = settings.url.trim();
  if (own !== '') return throughProxy(own, say`The setting http.proxy`, settings);
  const http = read('http_proxy');
  const chosen = target.protocol === 'https:' ? read('https_proxy') || http : http;
  if (chosen === '') return succeed(direct);
  // These variables may omit the scheme.
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(chosen) ? chosen : `http://${chosen}`;
  return throughProxy(address, say`The environment variable HTTP_PROXY or HTTPS_PROXY`, settings);
}

function throughProxy(
  address: string,
  source: Sentence,
  { strictTls, authorization }: ProxySettings,
): Result<Route> {
  if (!URL.canParse(address)) return fail(unusable(say`${source} does not contain an address.`));
  const url = new URL(address);
  const { protocol, username, password, host } = url;
  if (/^socks/.test(protocol)) {
    return fail(unusable(say`${source} is a SOCKS proxy, which Gatehouse does not support.`));
  }
  if ((protocol !== 'http:' && protocol !== 'https:') || host === '') {
    return fail(unusable(say`${source} does not contain an address.`));
  }
  const inUrl = username === '' ? undefined : basicAuthorization(username, password);
  const proxy = { url: `${protocol}//${host}`, authorization: authorization ?? inUrl };
  return succeed({ proxy, strictTls });
}

/** Never quotes the value: it may contain a password. */
function unusable(problem: Sentence): Failure {
  const message = say`${problem} Enter an address such as http://proxy.example.com:8080 in http.proxy, or set http.proxySupport to off.`;
  return failure('unavailable', message, { category: 'permanent_failure' });
}

function basicAuthorization(username: string, password: string): string {
  const plain = `${decoded(username)}:${decoded(password)}`;
  return `Basic ${Buffer.from(plain, 'utf8').toString('base64')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A literal percent sign in a password is kept.
    return text;
  }
}

/** Lowercase names take precedence, as in other tools. */
function readerOf(environment: ProxyEnvironment): (name: string) => string {
  return (name) => (environment[name] ?? environment[name.toUpperCase()] ?? '').trim();
}

function listed(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '');
}

/** Patterns: `*`, `example.com`, `.example.com`, `*.example.com`, with or without port; ranges. */
export function namesHost(patterns: readonly string[], { hostname, port, protocol }: URL): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  const asked = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return patterns.some((pattern) => matches(pattern.trim().toLowerCase(), host, asked));
}

function matches(pattern: string, host: string, port: string): boolean {
  if (pattern === '') return false;
  if (pattern === '*') return true;
  if (pattern.includes('/')) return isInRange(pattern, host);
  const withPort = /^(\[.+\]|[^:]+):(\d+)$/.exec(pattern);
  if (withPort?.[2] !== undefined && withPort[2] !== port) return false;
  const name = asInUrls(
    (withPort?.[1] ?? pattern).replace(/^\[|\]$|\.$/g, '').replace(/^\*?\./, ''),
  );
  if (name === '') return false;
  if (host === name) return true;
  return isIP(host) === 0 && host.endsWith(`.${name}`);
}

/** Normalizes an address or an international name as URLs do. */
function asInUrls(name: string): string {
  const url = `http://${isIP(name) === 6 ? `[${name}]` : name}`;
  const isPlain = isIP(name) !== 6 && /^[\x21-\x7e]*$/.test(name);
  return isPlain || !URL.canParse(url) ? name : new URL(url).hostname.replace(/^\[|\]$/g, '');
}

function isInRange(pattern: string, host: string): boolean {
  const [address = '', bits = ''] = pattern.split('/');
  const family = isIP(address);
  if (family === 0 || family !== isIP(host) || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(address, Number(bits), type);
  return list.check(host, type);
}
