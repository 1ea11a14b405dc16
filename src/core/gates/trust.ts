import { defineGate, type GateTool } from '../contracts/policy/define-gate';
import type { Verdict } from '../contracts/calls/decision';
import { assertNever } from '../contracts/failure';
import { toolSourceOf } from '../contracts/tool-spec';
import type { Capabilities } from '../ports/capabilities';

/**
 * How far the tool's source is trusted (decision 23): read-only tools of untrusted sources ask and
 * all others are denied; provisional ones ask for anything but reading.
 */
export default defineGate<Capabilities>()({
  name: 'trust',
  slot: 'trust',
  needs: [],
  check: ({ tool, trust }): Verdict => {
    const readsOnly = tool.effect === 'read_only';
    switch (trust) {
      case 'trusted':
        return { verdict: 'allow', reason: 'its source is trusted' };
      case 'provisional':
        return readsOnly ? { verdict: 'allow', reason: 'it only reads' } : asks(tool, trust);
      case 'untrusted':
        return readsOnly ? asks(tool, trust) : denies(tool);
      default:
        return assertNever(trust);
    }
  },
});

function asks({ id }: GateTool, trust: string): Verdict {
  return { verdict: 'ask', reason: `its source ${toolSourceOf(id)} is ${trust}` };
}

function denies({ id, effect }: GateTool): Verdict {
  const source = toolSourceOf(id);
  return {
    verdict: 'deny',
    errorCode: 'policy_denied',
    reason: `The source ${source} is untrusted, so its tools may only read; this one is ${effect}. Only the user can change the trust level (Gatehouse: Set Trust Level).`,
  };
}
