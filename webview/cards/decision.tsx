import type { Decision, GateTrace, PermissionRule } from '../../src/core/contracts/calls/decision';
import type { CallItem } from '../../src/core/contracts/panel/state';
import { Icon, Button } from '../base/buttons';
import type { JudgedPart } from '../../src/core/contracts/calls/shell-analysis';
import { cutLine } from '../text/format';
import { InlineCode } from '../base/inline-text';
import { usePage } from '../state/page-context';

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

/** The rule, gate or user that decided, in one line. */
export function decisionText(decision: Decision): string {
  const { trust } = decision;
  const { text, lines } = groundOf(decision);
  const showsTrust = lines.some(({ slot }) => slot === 'trust');
  return trust === 'trusted' || showsTrust ? text : `${text} (trust level: ${trust})`;
}

interface Ground {
  readonly text: string;
  /** The lines of the trace that the text quotes. */
  readonly lines: readonly GateTrace[];
}

function groundOf({ verdict, approvedBy, trace }: Decision): Ground {
  const asks = trace.filter((line) => line.verdict === 'ask');
  const asked = asks.map(because).join('; ');
  const skipped = trace.find((line) => line.verdict === 'skip');
  if (skipped) return { text: `Skipped: ${because(skipped)}`, lines: [skipped] };
  if (verdict === 'deny') {
    const denied = trace.find((line) => line.verdict === 'deny');
    if (denied) return { text: `Denied: ${because(denied)}`, lines: [denied] };
    if (approvedBy !== 'none' || asked === '') return { text: 'Denied', lines: [] };
    return { text: `Asked: ${asked}; not approved`, lines: asks };
  }
  if (approvedBy === 'user-typed') return { text: 'Approved: you typed this call', lines: [] };
  if (approvedBy === 'user') {
    return {
      text: asked === '' ? 'You allowed it' : `Asked: ${asked}; you allowed it`,
      lines: asks,
    };
  }
  const ruled = trace.findLast((line) => line.verdict === 'allow' && line.rule !== undefined);
  return ruled
    ? { text: `Allowed: ${because(ruled)}`, lines: [ruled] }
    : { text: 'Allowed: all checks passed', lines: [] };
}

/**
 * The rule, when one decided; else the gate's reason. A rule that allows but was not enough, as for
 * a compound command, is part of the gate's reason.
 */
function because({ rule, policyRule, reason, verdict, gate }: GateTrace): string {
  if (rule?.action === verdict) return ruleText(rule);
  if (policyRule) return `policy rule ${policyRule.place}, ${policyRule.result}`;
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

/** The whole command is shown above, and Explain has every part in full. */
const maxPartChars = 300;

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
        <code class="part-text" dir="ltr">
          {cutLine(part.text, maxPartChars)}
        </code>
        {partReasons(part).map((reason) => (
          <span class="part-reason" key={reason}>
            <InlineCode text={reason} />
          </span>
        ))}
      </span>
    </li>
  );
}

/** The reasons for the decision on a sub-command, each once and without quoting it. */
export function partReasons({ reason, code, hazards }: JudgedPart): readonly string[] {
  if (code === 'near-rule') return [reason];
  return [...new Set([code === 'no-rule' ? 'no rule matches' : reason, ...hazards])];
}

/** A list of one plain sub-command would repeat the command. */
export function saysMore(parts: readonly JudgedPart[]): boolean {
  return parts.length > 1 || parts.some(({ hazards }) => hazards.length > 0);
}

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
