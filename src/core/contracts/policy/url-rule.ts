import { say, type Sentence } from '../../base/sentence';
import { fail, succeed, type Result } from '../failure';

/**
 * A rule about web addresses: `example.com`, `*.example.com`, `example.com:8443`, or
 * `https://example.com/docs/*`. It is compared with the parsed URL, never with its text.
 */
export interface UrlRule {
  /** As the user wrote it. */
  readonly text: string;
  /** In punycode, lower case, without a trailing dot. */
  readonly host: string;
  /** Written as `*.host`: one or more labels before the host, not the host alone. */
  readonly isBelow: boolean;
  /** A port other than 443 that the rule names. */
  readonly port?: string;
  /** The path begins with this text; `/` is any path. */
  readonly path: string;
}

interface Parts {
  readonly isBelow: boolean;
  readonly authority: string;
  /** Without the star at its end; undefined: any path. */
  readonly path: string | undefined;
}

/** Reads a rule; any other form is refused with a sentence that says how to write it. */
export function parseUrlRule(text: string): Result<UrlRule, Sentence> {
  const parts = split(text);
  if (!parts.ok) return parts;
  const { isBelow, authority, path } = parts.value;
  const address = `https://${authority}${path ?? '/'}`;
  const url = authority !== '' && URL.canParse(address) ? new URL(address) : undefined;
  const host = url === undefined ? '' : hostOf(url);
  if (url === undefined || !isHost(host, isBelow)) {
    return fail(say`"${text}" does not name a host. Write for example example.com.`);
  }
  const port = url.port === '' ? {} : { port: url.port };
  return succeed({ text, host, isBelow, ...port, path: url.pathname });
}

/** What a URL parser would drop or read as something else, and user, query and fragment. */
const odd = /^$|[\s\p{Cc}\p{Cf}\\@?#]/u;

function split(text: string): Result<Parts, Sentence> {
  if (odd.test(text)) {
    return fail(
      say`"${text}" is not a rule for addresses. Write a host, or https://host/path* without user, query and fragment.`,
    );
  }
  const [, scheme, host = '', path = ''] = /^(?:([^/]*):\/\/)?([^/]*)(.*)$/.exec(text) ?? [];
  if (scheme !== undefined && scheme.toLowerCase() !== 'https') {
    return fail(say`"${text}" does not begin with https://: only https addresses can be read.`);
  }
  const isBelow = host.startsWith('*.');
  const authority = isBelow ? host.slice(2) : host;
  if (authority.includes('*')) {
    return fail(say`In "${text}" the host may only begin with "*.": write *.example.com.`);
  }
  if (path === '') return succeed({ isBelow, authority, path: undefined });
  if (scheme === undefined) return fail(say`"${text}" has a path: write https://${text}.`);
  if (path.indexOf('*') !== path.length - 1) {
    return fail(say`The path of "${text}" must end with its only star: write https://host/path*.`);
  }
  return succeed({ isBelow, authority, path: path.slice(0, -1) });
}

/** The host of a URL without a trailing dot. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}

/** Addresses have no subdomains. */
function isHost(host: string, isBelow: boolean): boolean {
  const isAddress = host.startsWith('[') || /^[\d.]+$/.test(host);
  if (isAddress) return !isBelow;
  return /^(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}$/.test(host) && host.length <= 253;
}

/**
 * True if the rule covers the URL. With `subdomains`, as in lists that deny, the rule is read
 * broadly: a bare name covers what is below it, no port means any, and any reading of the path that
 * a server may have is enough. Otherwise the host is exact, no port means 443, and all readings of
 * the path must match.
 */
export function matchesUrlRule(
  rule: UrlRule,
  url: URL,
  { subdomains }: { readonly subdomains: boolean },
): boolean {
  if (!coversHost(rule, hostOf(url), subdomains)) return false;
  if (rule.port === undefined ? !subdomains && url.port !== '' : rule.port !== url.port) {
    return false;
  }
  if (subdomains) {
    const prefixes = readingsOf(rule.path.toLowerCase());
    const paths = readingsOf(url.pathname.toLowerCase());
    return paths.some((path) => prefixes.some((prefix) => path.startsWith(prefix)));
  }
  const path = withPlainLetters(url.pathname);
  return rule.path === '/' || (path.startsWith(withPlainLetters(rule.path)) && hasOneReading(path));
}

function coversHost({ host, isBelow }: UrlRule, asked: string, subdomains: boolean): boolean {
  if (!isBelow && asked === host) return true;
  return (isBelow || subdomains) && asked.endsWith(`.${host}`);
}

/** Servers and the proxies before them decode a path once each. */
const decodings = 3;

/** A path as it is, and as servers that decode it and drop parameters and blanks may read it. */
function readingsOf(path: string): readonly string[] {
  const readings = new Set([withPlainLetters(path)]);
  let text = path;
  for (let times = 0; times < decodings; times += 1) {
    text = decoded(text);
    readings.add(withoutDots(text));
    readings.add(withoutDots(text.replace(/;[^/]*/g, '')));
  }
  return [...readings];
}

/**
 * False for a path in which a server could find other parts: by decoding it again, by reading signs
 * as slashes or dots, by dropping parameters. An allow for a part of a host does not cover it.
 */
function hasOneReading(path: string): boolean {
  if (/%(?:2f|3[bf]|23|25)/i.test(path)) return false;
  const text = decoded(path);
  return !/[;%\ufffd\p{Cc}]|\/\/|\/\s*\.\./u.test(text);
}

/** With all codes of letters, and what looks like a slash or a dot as that. */
function decoded(path: string): string {
  const bytes = path.replace(/%(?![0-9a-f]{2})/gi, '%25');
  const text = decodeUtf8(bytes).normalize('NFKC');
  return text.replace(/[\\\u2215\u2044\u29f8]/g, '/').replace(/[\p{Cf}\0]/gu, '');
}

/** Bytes that are no UTF-8 are U+FFFD. */
function decodeUtf8(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // The function throws exactly for bytes that are no UTF-8.
    return path.replace(/(?:%[89a-f][0-9a-f])+/gi, '\ufffd').replace(/%([0-7][0-9a-f])/gi, ascii);
  }
}

function ascii(_: string, code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}

/** `%61` is `a`: letters, digits and `-._~` mean the same in either form. */
function withPlainLetters(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (code) => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : code.toUpperCase();
  });
}

/** Without empty parts, and with `.` and `..` followed; blanks around a part do not count. */
function withoutDots(path: string): string {
  const kept: string[] = [];
  const parts = path.split('/').map((part) => part.trim());
  for (const [at, part] of parts.entries()) {
    const isLast = at === parts.length - 1;
    if (part === '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(isLast ? part : `${part}/`);
  }
  return `/${kept.join('')}`;
}
