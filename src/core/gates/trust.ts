import { say, type Sentence } from '../base/sentence';
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
      ? { verdict: 'allow', reason: say`its source is trusted` }
      : { ...limited(tool, trust), audit: { trust_set_for: trust.setFor } },
});

function limited(tool: GateTool, trust: ToolTrust): RuleVerdict {
  const readsOnly = tool.effect === 'read_only';
  const ask: RuleVerdict = { verdict: 'ask', reason: limit(tool, trust) };
  if (trust.level !== 'provisional') return readsOnly ? ask : denies(tool, trust);
  return readsOnly ? { verdict: 'allow', reason: say`it only reads` } : ask;
}

/** Whose level holds, that of the tool or that of its source, and which. */
function limit({ id, name }: GateTool, { setFor, level }: ToolTrust): Sentence {
  const source = toolSourceOf(id);
  if (level === 'provisional') {
    return setFor === 'tool'
      ? say`the tool ${name} is provisional`
      : say`its source ${source} is provisional`;
  }
  return setFor === 'tool'
    ? say`the tool ${name} is untrusted`
    : say`its source ${source} is untrusted`;
}

function denies({ id, name, effect }: GateTool, { setFor }: ToolTrust): RuleVerdict {
  const reason =
    setFor === 'tool'
      ? say`The tool ${name} is untrusted, so it may only read; this call is ${effect}. Only the user can change the trust level (Gatehouse: Set Trust Level).`
      : say`The source ${toolSourceOf(id)} is untrusted, so its tools may only read; this call is ${effect}. Only the user can change the trust level (Gatehouse: Set Trust Level).`;
  return { verdict: 'deny', errorCode: 'policy_denied', reason };
}
