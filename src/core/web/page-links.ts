/** Longer addresses are not worth their tokens. */
const maxLinkLength = 2000;
const schemes = new Set(['https:', 'http:', 'mailto:']);

/** Makes the links of a page absolute. */
export class PageLinks {
  constructor(private base: string) {}

  /** A page names its base at most once. */
  setBase(href: string): void {
    const base = this.resolve(href);
    if (base?.startsWith('http') === true) this.base = base;
  }

  /** Undefined for what is no address, or not one of a page. It has plain visible characters. */
  resolve(href: string): string | undefined {
    const url = parsed(href, this.base);
    if (url === undefined || !schemes.has(url.protocol)) return undefined;
    // Credentials are no part of what is read.
    if (url.username !== '') url.username = '';
    if (url.password !== '') url.password = '';
    const { href: target } = url;
    return target.length > maxLinkLength ? undefined : target;
  }
}

function parsed(href: string, base: string): URL | undefined {
  try {
    return new URL(href, base);
  } catch {
    // The constructor throws exactly for what is no address.
    return undefined;
  }
}

/** An address within the parentheses of a link in Markdown. */
export function linkTarget(url: string): string {
  return url.replace(
    /[()\\|<>`*[\] ]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
