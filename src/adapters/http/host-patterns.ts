import { BlockList, isIP } from 'node:net';

/**
 * Whether one of the patterns of `http.noProxy` or `NO_PROXY` names the host: `*`, `example.com`
 * (with all below it), `.example.com`, `*.example.com`, each with or without `:port`, an address, or
 * a range such as `10.0.0.0/8`.
 */
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

/** An address of many spellings, or a name outside of ASCII, as the host of a URL is written. */
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
