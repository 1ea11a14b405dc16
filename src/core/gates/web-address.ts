import { say } from '../base/sentence';
import { saidOf } from '../contracts/failure';
import { defineGate, type GateVerdict } from '../contracts/policy/define-gate';
import type { Capabilities } from '../ports/capabilities';

/**
 * Denies addresses that are not public, or not among the domains that the user allows, before
 * anybody is asked and whatever a rule says. Later checks look at what the address leads to.
 */
export default defineGate<Capabilities>()({
  name: 'web-address',
  slot: 'blocklist',
  needs: ['webAddresses'],
  check: ({ subject: { urls = [] } }, { webAddresses }): GateVerdict<'blocklist'> => {
    if (urls.length === 0) return { verdict: 'abstain', reason: say`asks no web address` };
    for (const url of urls) {
      const refusal = webAddresses.refusal(url);
      if (refusal === undefined) continue;
      const { layer, failure } = refusal;
      const { errorCode, suggestion } = failure;
      const audit = { refused_by: layer };
      return { verdict: 'deny', errorCode, reason: saidOf(failure), suggestion, audit };
    }
    return urls.some((url) => webAddresses.isProxied(url))
      ? { verdict: 'ask', reason: proxied }
      : { verdict: 'allow', reason: say`the address may be asked for` };
  },
});

const proxied = say`a proxy carries the request, so the addresses that it reaches cannot be checked`;
