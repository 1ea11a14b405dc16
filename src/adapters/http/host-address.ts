/** `host:port`, with the default port spelled out; never user, path or query. */
export function hostOf(url: string): string {
  if (!URL.canParse(url)) return 'the server';
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
}

const loopback =
  /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])\.?$/;

/**
 * True for an address on the machine that Gatehouse itself runs on, in each spelling: a URL's host is
 * in lower case, and its numbers are written out. What listens everywhere is reached there, too.
 */
export function isLoopback(address: string): boolean {
  const text = address.trim();
  return URL.canParse(text) && loopback.test(new URL(text).hostname);
}
