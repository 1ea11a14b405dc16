import type { Mutation } from './mutation';

const addressRule = 'src/core/gates/rules/address-rule.ts';
const ofAddressRule = ['test/unit/core/gates/rules/address-rule.test.ts'];
const fence = 'src/core/tools/web/untrusted.ts';
const ofFence = ['test/unit/core/tools/fetch.test.ts'];

/** The web tools: whose rules judge them, and how the model reads a page. */
export const webToolMutations: readonly Mutation[] = [
  {
    rule: 'decision address-rules',
    does: 'a pattern that is no address allows by its text',
    file: addressRule,
    find: 'return tightens && matchesWildcard(pattern, address, { ignoreCase: true });',
    replace: 'return matchesWildcard(pattern, address, { ignoreCase: true });',
    tests: ofAddressRule,
  },
  {
    rule: 'decision address-rules',
    does: 'an allow covers all names below its host',
    file: addressRule,
    find: "return url.protocol === 'https:' && matchesUrlRule(rule, url, { subdomains: tightens });",
    replace: 'return matchesUrlRule(rule, url, { subdomains: true });',
    tests: ofAddressRule,
  },
  {
    rule: 'decision address-rules',
    does: 'a refused address is only asked about',
    file: 'src/core/gates/web-address.ts',
    find: "return { verdict: 'deny', errorCode, reason: saidOf(failure), suggestion, audit };",
    replace: "return { verdict: 'ask', reason: saidOf(failure) };",
    tests: ['test/unit/invariants/web-calls.test.ts'],
  },
  {
    rule: 'decision untrusted-fence',
    does: 'a page can close its fence',
    file: fence,
    find: 'return [notice, opening, escapeTag(text, tag),',
    replace: 'return [notice, opening, text,',
    tests: ofFence,
  },
  {
    rule: 'decision untrusted-fence',
    does: 'marks of direction and tags without a drawing reach the model',
    file: 'src/core/web/visible-text.ts',
    find: String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;`,
    replace: String.raw`[\p{Cc}\p{Cs}]/gu;`,
    tests: ['test/unit/adapters/web/page-reader.test.ts'],
  },
  {
    rule: 'decision untrusted-fence',
    does: 'a failure names the host of a redirect',
    file: 'src/adapters/web/guarded-web.ts',
    find: 'return hostOf(this.at) === asked ? {} : { name: say`${asked} (after a redirect)` };',
    replace: "return asked === '' ? { name: say`${asked} (after a redirect)` } : {};",
    tests: ['test/unit/adapters/web/redirects.test.ts'],
  },
  {
    rule: 'decision untrusted-fence',
    does: 'the model reads redirects outside the fence',
    file: fence,
    find: "return untrusted(['Redirects:', ...redirects.map(oneLine)].join('\\n'), visit);",
    replace: "return ['Redirects:', ...redirects.map(oneLine)].join('\\n');",
    tests: ofFence,
  },
];
