import { defineGate, type GateTool } from '../contracts/policy/define-gate';
import type { RuleVerdict } from '../contracts/calls/decision';
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
  check: ({ tool, trust }) =>
    trust.level === 'trusted'
      ? { verdict: 'allow', reason: 'its source is trusted' }
      : { ...limited(tool, trust), audit: { trust_set_for: trust.setFor } },
});

function limited(tool: GateTool, trust: ToolTrust): RuleVerdict {
  const readsOnly = tool.effect === 'read_only';
  const ask: RuleVerdict = { verdict: 'ask', reason: `${owner(tool, trust)} is ${trust.level}` };
  if (trust.level !== 'provisional') return readsOnly ? ask : denies(tool, trust);
  return readsOnly ? { verdict: 'allow', reason: 'it only reads' } : ask;
}

/** Whose level holds: that of the tool or that of its source. */
function owner({ id, name }: GateTool, { setFor }: ToolTrust): string {
  return setFor === 'tool' ? `the tool ${name}` : `its source ${toolSourceOf(id)}`;
}

function denies(tool: GateTool, { setFor }: ToolTrust): RuleVerdict {
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
