import { normalUrl } from '../../base/addresses/urls';
import { unicodeHost } from '../../base/addresses/punycode';
import { redactText } from '../../base/redact/redact';
import type { RawCall } from '../../contracts/calls/call';
import type { SeenUrl, WebAddress } from '../../contracts/calls/web-address';
import type { ValidCall } from '../call/brands';
import type { Exposure } from '../../contracts/chats/exposure';

/** Where a URL came from: whole, in one spelling; what the chat has not met the model composed. */
export function originOfUrl(url: string, seen: Exposure['urls']): SeenUrl {
  const found = seen.get(normalUrl(url) ?? url);
  return found ?? { from: 'model' };
}

/** A longer part of a path can hold what it should not, and so can shorter ones together. */
const longestPart = 32;

/** What the user needs to know of the addresses of a call; undefined for a call without one. */
export function webAddresses(
  urls: readonly string[],
  { urls: seen }: Pick<Exposure, 'urls'>,
  by: RawCall['origin'],
): readonly WebAddress[] | undefined {
  const shown = urls.flatMap((given) => addressOf(given, seen, by) ?? []);
  return shown.length === 0 ? undefined : shown;
}

/** The same for a call whose arguments are known. */
export function addressesOf({ prepared, bound }: ValidCall, exposure: Pick<Exposure, 'urls'>) {
  return webAddresses(prepared.subject.urls ?? [], exposure, bound.raw.origin);
}

function addressOf(
  given: string,
  seen: Exposure['urls'],
  by: RawCall['origin'],
): WebAddress | undefined {
  if (!URL.canParse(given)) return undefined;
  const url = new URL(given);
  const origin: SeenUrl = by === 'user' ? { from: 'user' } : originOfUrl(given, seen);
  const asPeopleRead = unicodeHost(url.hostname);
  return {
    url: redactText(url.href).text,
    host: redactText(url.host).text,
    ...(asPeopleRead !== undefined && { unicodeHost: redactText(asPeopleRead).text }),
    ...(url.search.length > 1 && { query: redactText(url.search.slice(1)).text }),
    origin,
    ...(!isOfOthers(origin) && mayCarryData(url, seen) && { mayCarryData: true }),
  };
}

/** Of the user or of strangers. What files and commands contain may be the model's, or a secret. */
function isOfOthers({ from, isPrivate }: SeenUrl): boolean {
  return from === 'user' || (from === 'result' && isPrivate !== true);
}

/**
 * A query, fragment or long part of the path that no URL of the user or of a stranger contains, or
 * short parts and labels that are as long together.
 */
function mayCarryData(url: URL, seen: Exposure['urls']): boolean {
  const { search, hash, pathname } = url;
  const long = pathname.split('/').filter((part) => part.length > longestPart);
  const carrying = [search, hash, ...long].filter((part) => part.length > 1);
  const known = [...seen].flatMap(([text, met]) => (isOfOthers(met) ? [text] : []));
  if (carrying.some((part) => !known.some((text) => text.includes(part)))) return true;
  return newLength(url, known) > longestPart;
}

/** Labels that name the site; what is before them can be made up. */
const siteLabels = 2;

/**
 * How much of host and path goes beyond every known URL. Only a beginning counts as known: a page
 * can name each letter in a link of its own, and then their order is the data.
 */
function newLength(url: URL, known: readonly string[]): number {
  if (lengthOf(partsOf(url)) <= longestPart) return 0;
  const parsed = known.flatMap((text) => (URL.canParse(text) ? [new URL(text)] : []));
  const own = newParts(
    labelsOf(url).slice(siteLabels),
    parsed
      .filter((each) => siteOf(each) === siteOf(url))
      .map((each) => labelsOf(each).slice(siteLabels)),
  );
  const ofPath = newParts(pathOf(url), parsed.filter(({ host }) => host === url.host).map(pathOf));
  return lengthOf([...own, ...ofPath]);
}

function partsOf(url: URL): readonly string[] {
  return [...labelsOf(url), ...pathOf(url)];
}

/** From the last on. */
function labelsOf({ hostname }: URL): readonly string[] {
  return hostname.split('.').reverse();
}

function siteOf(url: URL): string {
  return labelsOf(url).slice(0, siteLabels).join('.');
}

function pathOf({ pathname }: URL): readonly string[] {
  return pathname.split('/').filter((part) => part !== '');
}

function lengthOf(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** What is left of a list after the longest beginning that it shares with another. */
function newParts(
  parts: readonly string[],
  others: readonly (readonly string[])[],
): readonly string[] {
  const shared = others.map((other) => {
    const differing = parts.findIndex((part, at) => part !== other[at]);
    return differing === -1 ? parts.length : differing;
  });
  return parts.slice(Math.max(0, ...shared));
}
