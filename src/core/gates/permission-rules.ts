import { defineGate } from '../contracts/policy/define-gate';
import type { RuleVerdict } from '../contracts/calls/decision';
import type { Capabilities } from '../ports/capabilities';
import { judgeByRules } from './rules/judge-by-rules';
import { askedByLevel } from './rules/permission-level';

/**
 * The permission rules (003-permissions-1), then the permission level of the chat, which chooses
 * between ask and allow (decision 58).
 */
export default defineGate<Capabilities>()({
  name: 'permission-rules',
  slot: 'permission-rules',
  needs: ['workspace'],
  check: (call, { workspace }): RuleVerdict => {
    const style = { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
    return askedByLevel(judgeByRules(call, style), call);
  },
});
