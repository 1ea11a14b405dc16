import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import { namesHost } from './host-patterns';
import { isLoopback } from './loopback';
import type { ProxySettings } from './proxy-settings';

/** How a request gets to its server. */
export interface Route {
  /** Absent: directly. */
  readonly proxy?: {
    /** Its address, without user and password. */
    readonly url: string;
    /** Value of `proxy-authorization`. A secret. */
    readonly authorization: string | undefined;
  };
  /** False accepts any certificate; never so on a direct way. */
  readonly strictTls: boolean;
}

export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

const direct: Route = { strictTls: true };

/**
 * The way to `url`: loopback is always reached directly, then `http.proxySupport`, `http.proxy` and
 * `http.noProxy` decide, then the environment. Fails when the proxy's address is none.
 */
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
  if (own !== '') return throughProxy(own, 'The setting http.proxy', settings);
  const http = read('http_proxy');
  const chosen = target.protocol === 'https:' ? read('https_proxy') || http : http;
  if (chosen === '') return succeed(direct);
  // Tools that read the variable take it without a scheme.
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(chosen) ? chosen : `http://${chosen}`;
  return throughProxy(address, 'The environment variable HTTP_PROXY or HTTPS_PROXY', settings);
}

function throughProxy(
  address: string,
  source: string,
  { strictTls, authorization }: ProxySettings,
): Result<Route> {
  if (!URL.canParse(address)) return fail(unusable(source, 'holds no address'));
  const url = new URL(address);
  const { protocol, username, password, host } = url;
  if (/^socks/.test(protocol)) {
    return fail(unusable(source, 'names a SOCKS proxy, which Gatehouse cannot use'));
  }
  if ((protocol !== 'http:' && protocol !== 'https:') || host === '') {
    return fail(unusable(source, 'holds no address'));
  }
  const inUrl = username === '' ? undefined : basicAuthorization(username, password);
  const proxy = { url: `${protocol}//${host}`, authorization: authorization ?? inUrl };
  return succeed({ proxy, strictTls });
}

/** Never quotes the value: it may hold a password. */
function unusable(source: string, problem: string): Failure {
  const message = `${source} ${problem}. Enter one such as http://proxy.example.com:8080 in http.proxy, or set http.proxySupport to off.`;
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
    // A bare percent sign in a password: taken as it stands.
    return text;
  }
}

/** Lower case first, as every tool that reads these variables does. */
function readerOf(environment: ProxyEnvironment): (name: string) => string {
  return (name) => (environment[name] ?? environment[name.toUpperCase()] ?? '').trim();
}

function listed(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '');
}
