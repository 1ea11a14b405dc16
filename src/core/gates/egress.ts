import { say, type Sentence } from '../base/sentence';
import type { PathStyle } from '../base/paths';
import type { RuleVerdict, Verdict } from '../contracts/calls/decision';
import type { ShellAnalysis, ShellPart } from '../contracts/calls/shell-analysis';
import type { ReadContent } from '../contracts/chats/exposure';
import { defineGate, type GateCall } from '../contracts/policy/define-gate';
import type { Capabilities } from '../ports/capabilities';
import { judgeByRules } from './rules/judge-by-rules';
import { judgePart } from './rules/judge-part';
import { ruleName } from './rules/permission-layers';

/**
 * Asks before something leaves a chat that has read private and untrusted content: text of strangers
 * may tell the model to send text of the user away (decision egress-gate). Only a rule of the user
 * that says so allows it.
 */
export default defineGate<Capabilities>()({
  name: 'egress',
  slot: 'sequence-policies',
  needs: ['workspace'],
  check: (call, { workspace }): Verdict => {
    if (!reachesOut(call)) {
      return { verdict: 'abstain', reason: say`it talks to no other machine` };
    }
    const { private: own, untrusted } = call.exposure;
    if (own === undefined || untrusted === undefined) {
      const reason = say`the chat has not read both private content and text of strangers`;
      return { verdict: 'allow', reason };
    }
    const style = { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
    const lifting = verdictsToLift(call, style);
    const [first] = lifting;
    if (first?.rule !== undefined && lifting.every(isLifted)) {
      const reason = say`${ruleName(first.rule)} allows it also after text of strangers`;
      return { verdict: 'allow', reason };
    }
    const reason = exposed(own.last, untrusted.last);
    return { verdict: 'ask', reason, liftedBy: 'evenAfterUntrusted' };
  },
});

function reachesOut({ tool, reading }: GateCall): boolean {
  if (tool.egress) return true;
  if (reading === undefined) return false;
  return isUnclear(reading) || reading.parts.some(mayReachOut);
}

/** What cannot be read may do anything. */
function isUnclear({ state, doubts, blocked }: ShellAnalysis): boolean {
  return state !== 'read' || doubts.length > 0 || blocked.length > 0;
}

/** It does, or a hazard lets it do more than its words say. */
function mayReachOut({ reachesOut: reaches, role, hazards }: ShellPart): boolean {
  if (reaches === true) return true;
  return role === 'decides' && hazards.some(({ staysHere }) => staysHere !== true);
}

/** What the rules say of all that talks to another machine; nothing where that is not clear. */
function verdictsToLift(call: GateCall, style: PathStyle): readonly RuleVerdict[] {
  const { reading } = call;
  if (reading === undefined) {
    const { urls = [] } = call.subject;
    const each = urls.map((url) => ({ ...call, subject: { ...call.subject, urls: [url] } }));
    return (urls.length > 1 ? each : [call]).map((one) => judgeByRules(one, style));
  }
  if (isUnclear(reading)) return [];
  const deciding = reading.parts.filter((part) => part.role === 'decides' && mayReachOut(part));
  return deciding.map((part) => judgePart(part, call, !style.caseSensitive).verdict);
}

/** Only a rule that the user wrote can say so, and never one of a workspace. */
function isLifted({ verdict, rule }: RuleVerdict): boolean {
  return verdict === 'allow' && rule?.source === 'user' && rule.evenAfterUntrusted === true;
}

function exposed(own: ReadContent, untrusted: ReadContent): Sentence {
  return say`the chat has read ${privateName(own)} and ${untrustedName(untrusted)}, which could tell it to send something away`;
}

function privateName({ label }: ReadContent): Sentence | string {
  return label === '' ? say`content of yours` : label;
}

function untrustedName({ label }: ReadContent): Sentence | string {
  return label === '' ? say`text of strangers` : say`the page ${label}`;
}
