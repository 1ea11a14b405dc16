import type { Decision, GateTrace, PermissionRule } from '../src/core/contracts/decision';

const sourceText: Readonly<Record<PermissionRule['source'], string>> = {
  workspace: "this workspace's settings",
  session: 'granted for this chat',
  granted: 'granted for this workspace',
  user: 'your settings',
  legacy: 'your older shell settings',
  default: 'shipped default',
};

/** In one line: which rule or gate decided, and whether a person did. */
export function decisionText(decision: Decision): string {
  const { trust } = decision;
  const why = groundText(decision);
  return trust === 'trusted' || why.includes(trust) ? why : `${why} (trust level: ${trust})`;
}

function groundText({ verdict, approvedBy, trace }: Decision): string {
  const find = (wanted: GateTrace['verdict']) => trace.filter((line) => line.verdict === wanted);
  if (verdict === 'deny') {
    const [denied] = find('deny');
    if (denied) return `Denied: ${because(denied)}`;
    return approvedBy === 'none' && find('ask').length > 0
      ? `Not allowed: ${find('ask').map(because).join('; ')}, and nobody allowed it`
      : 'Denied';
  }
  if (approvedBy === 'user-typed') return 'You typed this call; that is its approval';
  if (approvedBy === 'user') {
    const asked = find('ask').map(because).join('; ');
    return asked === '' ? 'You allowed it' : `Asked: ${asked}; you allowed it`;
  }
  const ruled = find('allow').findLast((line) => line.rule !== undefined);
  return ruled ? `Allowed: ${because(ruled)}` : 'Allowed: no gate objects';
}

/**
 * The rule, when one decided; else what the gate says. A rule that allows and was not enough, as
 * for a compound command, is part of the gate's own words.
 */
export function because({ rule, match, reason, verdict, gate }: GateTrace): string {
  if (rule?.action === verdict) return ruleText(rule);
  const [, place, what] = /^(\S+) (?:allow|deny): (.+)$/s.exec(match ?? '') ?? [];
  if (place !== undefined && what !== undefined) return `policy rule ${place} (${what})`;
  return reason === '' ? gate : reason.replace(/\.$/, '');
}

function ruleText({ tool, pattern, source }: PermissionRule): string {
  const name = tool === '*' ? 'any tool' : tool.replace(/^core__/, '');
  return `rule “${name} ${pattern}” (${sourceText[source]})`;
}
