import type { Decision, GateTrace, PermissionRule } from '../src/core/contracts/decision';

const sourceText: Readonly<Record<PermissionRule['source'], string>> = {
  workspace: 'workspace',
  session: 'this session',
  granted: 'granted by you',
  user: 'your settings',
  default: 'default',
};

/** In one line: which rule or gate decided, and whether a person did. */
export function whyText({ verdict, approvedBy, trace }: Decision): string {
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

/** The rule, when one decided; else what the gate says. */
export function because({ rule, reason, slot }: GateTrace): string {
  if (rule) return `rule “${rule.tool} ${rule.pattern}” (${sourceText[rule.source]})`;
  return reason === '' ? slot : reason;
}
