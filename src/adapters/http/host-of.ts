/** `host:port`, with the default port spelled out; never user, path or query. */
export function hostOf(url: string): string {
  if (!URL.canParse(url)) return 'the server';
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
}
