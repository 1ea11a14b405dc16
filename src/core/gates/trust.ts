import { defineGate, type GateTool } from '../contracts/policy/define-gate';
import type { Verdict } from '../contracts/calls/decision';
import { assertNever } from '../contracts/failure';
import { toolSourceOf, type ToolTrust } from '../contracts/tool-spec';
import type { Capabilities } from '../ports/capabilities';

/**
 * How far the tool is trusted (decision 23): untrusted, it asks before it reads and may do nothing
 * else; provisional, it asks for anything but reading.
 */
export default defineGate<Capabilities>()({
  name: 'trust',
  slot: 'trust',
  needs: [],
  check: ({ tool, trust }): Verdict => {
    const readsOnly = tool.effect === 'read_only';
    const ask: Verdict = { verdict: 'ask', reason: `${owner(tool, trust)} is ${trust.level}` };
    switch (trust.level) {
      case 'trusted':
        return { verdict: 'allow', reason: 'its source is trusted' };
      case 'provisional':
        return readsOnly ? { verdict: 'allow', reason: 'it only reads' } : ask;
      case 'untrusted':
        return readsOnly ? ask : denies(tool, trust);
      default:
        return assertNever(trust.level);
    }
  },
});

/** Whose level holds: that of the tool or that of its source. */
function owner({ id, name }: GateTool, { setFor }: ToolTrust): string {
  return setFor === 'tool' ? `the tool ${name}` : `its source ${toolSourceOf(id)}`;
}

function denies(tool: GateTool, { setFor }: ToolTrust): Verdict {
  const which =
    setFor === 'tool'
      ? `The tool ${tool.name} is untrusted, so it`
      : `The source ${toolSourceOf(tool.id)} is untrusted, so its tools`;
  return {
    verdict: 'deny',
    errorCode: 'policy_denied',
    reason: `${which} may only read; this call is ${tool.effect}. Only the user can change the trust level (Gatehouse: Set Trust Level).`,
  };
}
