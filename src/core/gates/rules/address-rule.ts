import { cachePerPattern, isCatchAll, matchesWildcard } from '../../base/wildcard';
import type { RuleAction } from '../../contracts/calls/decision';
import { matchesUrlRule, parseUrlRule, type UrlRule } from '../../contracts/policy/url-rule';

/**
 * Whether a permission rule covers an address: `https://host/path*` on the parsed address, `*` for
 * all. A deny or ask reads its host broadly, an allow exactly. A pattern of another form, as a rule
 * for all tools may have, allows no address, and denies or asks for those whose text it matches.
 */
export function matchesAddress(
  { pattern, action }: { readonly pattern: string; readonly action: RuleAction },
  address: string,
): boolean {
  if (isCatchAll(pattern)) return true;
  const tightens = action !== 'allow';
  const rule = ruleOf(pattern);
  if (rule === undefined) {
    return tightens && matchesWildcard(pattern, address, { ignoreCase: true });
  }
  // What cannot be read is asked for by no one; it must not get past a deny either.
  if (!URL.canParse(address)) return tightens;
  const url = new URL(address);
  return url.protocol === 'https:' && matchesUrlRule(rule, url, { subdomains: tightens });
}

/** Undefined for a pattern that is not an address. */
const ruleOf = cachePerPattern((pattern): UrlRule | undefined => {
  const parsed = /^https:/i.test(pattern) ? parseUrlRule(pattern) : undefined;
  return parsed?.ok === true ? parsed.value : undefined;
});
