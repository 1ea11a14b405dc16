/**
 * Stands in for the package `mdurl`, which markdown-it uses: a browser reads, encodes and decodes
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

/** Encodes what an address cannot hold; what is encoded already stays. */
export function encode(text: string): string {
  return text
    .split(/(%[0-9a-f]{2})/i)
    .map((part, at) => (at % 2 === 1 ? part : encodeURI(part.replace(/\p{Cs}/gu, '\ufffd'))))
    .join('');
}

/** For the eye: what would change the meaning stays encoded, and so does what is no text. */
export function decode(text: string): string {
  try {
    return decodeURI(text.replaceAll('%25', '%2525'));
  } catch {
    // Not all of it is encoded text: shown as it is.
    return text;
  }
}
