/** A longer URL is not remembered, and is never taken for one that was. */
export const longestUrl = 2000;

/** Ends at what no URL in prose, Markdown, JSON or HTML contains unescaped. */
const urlInText = /https?:\/\/[^\s<>"'`\\{}|^[\]\p{Cc}\u3000-\u303f\uff00-\uffef]+/giu;

/** What follows a URL in prose, and would be part of it. */
const behindUrl = /[.,;:!?*]+$/;

/** One spelling for each URL of the web; undefined for any other text, and for what is too long. */
export function normalUrl(text: string): string | undefined {
  if (text.length > longestUrl || !/^https?:\/\//i.test(text)) return undefined;
  try {
    const { href } = new URL(text);
    return href.length > longestUrl ? undefined : href;
  } catch {
    // The text only looks like one.
    return undefined;
  }
}

/** The URLs that a text contains, each once, in one spelling, and also without its fragment. */
export function urlsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  // Most texts contain none, and this is the quickest way to tell.
  if (!text.includes('://')) return found;
  for (const [match] of text.matchAll(urlInText)) {
    const written = withoutEnd(match);
    for (const spelling of new Set([written, written.replaceAll('&amp;', '&')])) {
      const url = normalUrl(spelling);
      if (url === undefined) continue;
      found.add(url);
      found.add(url.replace(/#.*$/s, ''));
    }
  }
  return found;
}

/** `(see https://x.example/a_(b)).` ends before the last bracket. */
function withoutEnd(match: string): string {
  let url = match.replace(behindUrl, '');
  while (url.endsWith(')') && count(url, ')') > count(url, '(')) {
    url = url.slice(0, -1).replace(behindUrl, '');
  }
  return url;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** A link that a page may open, in the form the browser receives. */
export interface WebLink {
  readonly url: string;
  /** Host as ASCII, so that look-alike letters show. */
  readonly host: string;
}

/** Only http and https, without a user name that could pass for the host. */
export function parseWebLink(text: string): WebLink | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username !== '' || url.password !== '') return undefined;
  return { url: url.href, host: url.host };
}
