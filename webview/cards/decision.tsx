import type { Decision, GateTrace, PermissionRule } from '../../src/core/contracts/calls/decision';
import type { CallItem } from '../../src/core/contracts/panel/state';
import { Icon, Button } from '../base/buttons';
import type { JudgedPart } from '../../src/core/contracts/calls/shell-analysis';
import { cutLine } from '../text/format';
import { InlineCode } from '../base/inline-text';
import { usePage } from '../state/page-context';

/** Why the call ran or did not: one line, then every gate, and a link to the full explanation. */
export function DecisionDetails({ item: { id, decision } }: { readonly item: CallItem }) {
  if (decision === undefined) return null;
  return (
    <div class="why">
      {decision.trace.length === 0 ? (
        <p>{decisionText(decision)}.</p>
      ) : (
        <Gates decision={decision} />
      )}
      <ExplainButton itemId={id} />
    </div>
  );
}

function Gates({ decision }: { readonly decision: Decision }) {
  return (
    <details class="section">
      <summary>
        <Icon name="shield" /> {decisionText(decision)}
      </summary>
      <ul class="trace">
        {decision.trace.map((line, index) => (
          <li key={index}>
            <span class={`verdict verdict-${line.verdict}`}>{line.verdict}</span>
            <span class="slot">{line.gate}</span>
            <span>{because(line)}</span>
          </li>
        ))}
      </ul>
      {decision.trace.map(({ parts }, index) => (
        <PartList key={index} parts={parts} />
      ))}
    </details>
  );
}

const sourceText: Readonly<Record<PermissionRule['source'], string>> = {
  workspace: "this workspace's settings",
  session: 'granted for this chat',
  granted: 'granted for this workspace',
  user: 'your settings',
  legacy: 'your older shell settings',
  default: 'shipped default',
};

/** In one line: the rule, gate or user that decided. */
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
 * The rule, when one decided; else the gate's reason. A rule that allows but was not enough, as for
 * a compound command, is part of the gate's reason.
 */
function because({ rule, match, reason, verdict, gate }: GateTrace): string {
  if (rule?.action === verdict) return ruleText(rule);
  const [, place, what] = /^(\S+) (?:allow|deny): (.+)$/s.exec(match ?? '') ?? [];
  if (place !== undefined && what !== undefined) return `policy rule ${place} (${what})`;
  return reason === '' ? gate : reason.replace(/\.$/, '');
}

function ruleText({ tool, pattern, source }: PermissionRule): string {
  const name = tool === '*' ? 'any tool' : tool.replace(/^core__/, '');
  return `rule “${name} ${pattern}” (${sourceText[source]})`;
}

type Marks = Readonly<
  Record<JudgedPart['verdict'], { readonly icon: string; readonly text: string }>
>;
const marks: Marks = {
  allow: { icon: 'check', text: 'allowed' },
  ask: { icon: 'question', text: 'asks' },
  deny: { icon: 'circle-slash', text: 'denied' },
};

/** In characters; the whole command is shown above, and Explain has every part in full. */
const maxText = 300;

/** The sub-commands of a command: which of them asks or is denied, and why. */
export function PartList({ parts }: { readonly parts: readonly JudgedPart[] | undefined }) {
  if (parts === undefined || !saysMore(parts)) return null;
  return (
    <ul class="parts" aria-label="Parts of the command">
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </ul>
  );
}

function Part({ part }: { readonly part: JudgedPart }) {
  const { icon, text } = marks[part.verdict];
  return (
    <li class={`part part-${part.verdict}`}>
      <span class={`verdict-${part.verdict}`} title={text}>
        <Icon name={icon} />
        <span class="sr-only">{text}: </span>
      </span>
      <span class="part-words">
        <code class="part-text">{cutLine(part.text, maxText)}</code>
        {partReasons(part).map((reason) => (
          <span class="part-reason" key={reason}>
            <InlineCode text={reason} />
          </span>
        ))}
      </span>
    </li>
  );
}

/**
 * The reasons for the decision on a sub-command, each once. The sub-command next to them is not
 * repeated.
 */
export function partReasons({ reason, hazards }: JudgedPart): readonly string[] {
  const ground = reason.startsWith('no rule matches') ? 'no rule matches' : reason;
  return [ground, ...hazards.filter((hazard) => !ground.includes(hazard))];
}

/** One plain sub-command is the command itself: listing it adds nothing. */
export function saysMore(parts: readonly JudgedPart[]): boolean {
  return parts.length > 1 || parts.some(({ hazards }) => hazards.length > 0);
}

/** Opens the host's explanation of this call: every check in order. Carries the card's id alone. */
export function ExplainButton({ itemId }: { readonly itemId: string }) {
  const { post } = usePage();
  return (
    <Button
      text="Explain"
      icon="list-ordered"
      small
      name="Explain this decision"
      title="Explain this decision: every check in order, with its rule"
      onClick={() => post({ type: 'explain', itemId })}
    />
  );
}
