/** Headers of an answer, by lower-case name. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The first value of a header. */
export function headerOf(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

/** Media type in lower case without parameters, and charset, of `content-type`. */
export function readContentType(headers: ResponseHeaders) {
  const [type = '', ...parameters] = (headerOf(headers, 'content-type') ?? '').split(';');
  const named = type.trim().toLowerCase();
  const mediaType = mediaTypeShape.test(named) ? named : '';
  const found = parameters.map((each) => /^\s*charset\s*=\s*"?([\w.:-]+)/i.exec(each)?.[1]);
  const charset = found.find((each) => each !== undefined);
  return { mediaType, ...(charset === undefined ? {} : { charset }) };
}

/** A header that has another form is no type: what it says may be shown outside of the fence. */
const mediaTypeShape = /^[\w.+-]{1,64}\/[\w.+-]{1,80}$/;

/** Longest wait that is read: a longer one is as good as never. */
const maxWaitMs = 365 * 24 * 3600 * 1000;

/** `Retry-After` in milliseconds from `now`: seconds or a date. Undefined if it is neither. */
export function readRetryAfter(headers: ResponseHeaders, now: number): number | undefined {
  const text = (headerOf(headers, 'retry-after') ?? '').trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, maxWaitMs);
  // A date begins with the name of a day.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.min(Math.max(at - now, 0), maxWaitMs);
}

/** Encodings of the body in the order in which they are undone. */
export function readEncodings(headers: ResponseHeaders): readonly string[] {
  const value = headers['content-encoding'];
  const list = typeof value === 'string' ? [value] : (value ?? []);
  return list
    .flatMap((each) => each.split(','))
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '' && each !== 'identity')
    .reverse();
}

/** Registered names; any other word is the server's own, and failures do not repeat it. */
const registered: ReadonlySet<string> = new Set(
  'gzip x-gzip compress x-compress deflate br zstd exi aes128gcm dcb dcz pack200-gzip'.split(' '),
);
const maxNamed = 4;

/** Encodings as failures name them. */
export function encodingNames(encodings: readonly string[]): string {
  const names = encodings.map((each) => (registered.has(each) ? each : '?'));
  return names.slice(0, maxNamed).join(', ');
}
