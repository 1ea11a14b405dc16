/**
 * Replaces the package `mdurl` that markdown-it uses: a browser reads, encodes and decodes
 * addresses itself (decision lazy-bundles).
 */

interface Address {
  pathname: string;
}

/**
 * An address as it is, but for the name of its host: `bücher.example` is `xn--bcher-kva.example`.
 */
export function parse(url: string): Address {
  const [, before, host, after] = /^(https?:\/\/(?:[^/?#@]*@)?)([^/?#@:]+)(.*)$/is.exec(url) ?? [];
  const named = `http://${host}`;
  if (host === undefined || !URL.canParse(named)) return { pathname: url };
  return { pathname: `${before}${new URL(named).hostname}${after}` };
}

export function format({ pathname }: Address): string {
  return pathname;
}

/** Encodes characters that an address cannot contain; existing escapes stay. */
export function encode(text: string): string {
  return text
    .split(/(%[0-9a-f]{2})/i)
    .map((part, at) => (at % 2 === 1 ? part : encodeURI(part.replace(/\p{Cs}/gu, '\ufffd'))))
    .join('');
}

/** For display: sequences that would change the meaning, or are not text, stay encoded. */
export function decode(text: string): string {
  try {
    return decodeURI(text.replaceAll('%25', '%2525'));
  } catch {
    // Not valid encoded text: shown as it is.
    return text;
  }
}
