import type { Shown } from '../../../../src/core/base/sentence';
import type { CallPath } from '../../../../src/core/contracts/calls/call-paths';
import type { CallSubject } from '../../../../src/core/contracts/calls/call';
import type {
  RuleAction,
  RuleSource,
  Verdict,
} from '../../../../src/core/contracts/calls/decision';
import { bindGate } from '../../../../src/core/contracts/policy/define-gate';
import type { ShellAnalysis } from '../../../../src/core/contracts/calls/shell-analysis';
import type { ToolEffect, ToolTrait } from '../../../../src/core/contracts/tool-spec';
import permissionRules from '../../../../src/core/gates/permission-rules';
import { realReader } from '../../fakes/real-reader';
import { askAtOnce, callPath, fakeWorkspace, gateCall } from '../../fakes/gate-call';

/** Pattern, action, source (`user`), canonical tool id or `*` (that of the call), day of a grant. */
export type ShortRule = readonly [string, RuleAction, RuleSource?, string?, string?];

export interface PermissionCase {
  readonly tool?: string;
  readonly effect?: ToolEffect;
  readonly traits?: readonly ToolTrait[];
  readonly rules: readonly ShortRule[];
  readonly subject: Partial<CallSubject>;
  readonly caseSensitive?: boolean;
  readonly approvalEffects?: readonly ToolEffect[];
  /** What a command was read as; by default plain words between operators. */
  readonly reading?: ShellAnalysis;
}

/** `/w/link` leads to `/w/secret/key`. */
function placeOf(given: string): CallPath {
  return given === '/w/link' ? callPath(given, { real: '/w/secret/key' }) : callPath(given);
}

export function verdictOf(given: PermissionCase): Shown<Verdict> {
  const { tool = 'bash', effect = 'state_change', rules, subject, approvalEffects = [] } = given;
  const gate = bindGate(permissionRules, { workspace: fakeWorkspace(given.caseSensitive) });
  return askAtOnce(
    gate,
    gateCall({
      tool: { name: tool, effect, traits: given.traits ?? [] },
      subject,
      ...(given.reading && { reading: given.reading }),
      paths: {
        reads: (subject.reads ?? []).map(placeOf),
        writes: (subject.writes ?? []).map(placeOf),
      },
      policy: {
        approvalEffects,
        permissions: rules.map((rule) => ruleOf(rule, tool)),
      },
    }),
  );
}

function ruleOf([pattern, action, source = 'user', id, added]: ShortRule, tool: string) {
  return { tool: id ?? `core__${tool}`, pattern, action, source, ...(added && { added }) };
}

export function judge(given: PermissionCase): Verdict['verdict'] {
  return verdictOf(given).verdict;
}

export const command = (text: string) => ({ command: text, text });

/** The same, of a command that the product's own reader has read. */
export async function judgeRead(
  text: string,
  rules: readonly ShortRule[],
  more: Partial<PermissionCase> = {},
): Promise<Shown<Verdict>> {
  const reading = await realReader.read(text);
  return verdictOf({ rules, subject: command(text), reading, ...more });
}
