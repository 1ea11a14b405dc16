/** `host:port`, always with the port; never user, path or query. */
export function hostOf(url: string): string {
  if (!URL.canParse(url)) return 'the server';
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
}

const loopback =
  /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])\.?$/;

/** True for addresses of this machine in any spelling, including those of all interfaces. */
export function isLoopback(address: string): boolean {
  const text = address.trim();
  return URL.canParse(text) && loopback.test(new URL(text).hostname);
}
