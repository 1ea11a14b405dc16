import type { Shown } from '../../src/core/base/sentence';
import type { Decision, GateTrace, PermissionRule } from '../../src/core/contracts/calls/decision';
import type { CallItem } from '../../src/core/contracts/panel/state';
import { Icon, Button } from '../base/buttons';
import type { JudgedPart } from '../../src/core/contracts/calls/shell-analysis';
import { rich, t } from '../l10n/l10n';
import { cutLine, sentence } from '../text/format';
import { InlineCode } from '../base/inline-text';
import { usePage } from '../state/page-context';

/** Why the call ran or not, every check, and the code of a failure; folded. */
export function DecisionDetails({ item }: { readonly item: CallItem }) {
  const { decision, failure } = item;
  if (decision === undefined && failure === undefined) return null;
  const summary = decision?.verdict === 'allow' ? decisionText(decision) : t('decision.details');
  const trace = decision?.trace ?? [];
  return (
    <div class="why">
      {trace.length === 0 && failure === undefined ? (
        <p>{sentence(summary)}</p>
      ) : (
        <details class="section">
          <summary>
            <Icon name="shield" /> {summary}
          </summary>
          {failure && (
            <p>
              {rich('decision.code', {
                code: <code class="code-name">{failure.errorCode}</code>,
              })}
            </p>
          )}
          <LevelLine level={decision?.permissionLevel} />
          <Gates trace={trace} />
        </details>
      )}
      {decision && <ExplainButton item={item} />}
    </div>
  );
}

function LevelLine({ level }: { readonly level: Decision['permissionLevel'] }) {
  return level === undefined ? null : (
    <p>{t('decision.level', { level: t(`permission.${level}`) })}</p>
  );
}

function Gates({ trace }: { readonly trace: readonly Shown<GateTrace>[] }) {
  return (
    <>
      <ul class="trace">
        {trace.map((line, index) => (
          <li key={index}>
            <span class={`verdict verdict-${line.verdict}`}>{t(`verdict.${line.verdict}`)}</span>
            <span class="slot">{line.gate}</span>
            <span>
              <InlineCode text={because(line)} />
            </span>
          </li>
        ))}
      </ul>
      {trace.map(({ parts }, index) => (
        <PartList key={index} parts={parts} />
      ))}
    </>
  );
}

/** Who or what let the call run, in one line. */
export function decisionText(decided: Shown<Decision>): string {
  const { approvedBy, trace, trust, permissionLevel } = decided;
  const ruled = trace.findLast((line) => line.verdict === 'allow' && line.rule !== undefined);
  const decision =
    approvedBy === 'user'
      ? t('decision.byUser')
      : approvedBy === 'user-typed'
        ? t('decision.typed')
        : ruled
          ? t('decision.allowed', { reason: because(ruled) })
          : permissionLevel === 'edits'
            ? t('decision.edits', { level: t('permission.edits') })
            : t('decision.checks');
  return trust === 'trusted'
    ? decision
    : t('decision.trust', { decision, trust: t(`trust.${trust}`) });
}

/** Why the call ended as it did, for the user; undefined where its state says all of it. */
export function endReason({
  decision,
  ending,
  failure,
  exitCode,
  text,
}: Pick<CallItem, 'decision' | 'ending' | 'exitCode' | 'failure' | 'text'>): string | undefined {
  if (ending === undefined || ending === 'completed') return undefined;
  const denial = decision?.denial;
  if (denial !== undefined) {
    return denial.reason === undefined ? undefined : sentence(denial.reason);
  }
  const refusing = decision?.trace.find(({ verdict }) => verdict === 'deny' || verdict === 'skip');
  if (refusing !== undefined) return sentence(because(refusing));
  return failure && exitCode !== undefined ? unquoted(failure.message, text) : failure?.message;
}

/** Why a command failed, without the first lines of its errors where the output below has them. */
function unquoted(message: string, output: string): string {
  const [reason = '', ...rest] = message.split(': ');
  const lines = rest.join(': ').split(' | ');
  const isShown = lines.every((line) => line !== '' && output.includes(line.replace(/…$/, '')));
  return isShown ? sentence(reason) : message;
}

/**
 * The rule, when one decided; else the gate's reason. A rule that allows but was not enough, as for
 * a compound command, is part of the gate's reason.
 */
function because({ rule, policyRule, reason, verdict, gate }: Shown<GateTrace>): string {
  if (rule?.action === verdict) return ruleText(rule);
  if (policyRule) return t('decision.policyRule', { ...policyRule });
  return reason === '' ? gate : reason.replace(/\.$/, '');
}

function ruleText({ tool, pattern, source }: PermissionRule): string {
  const name = tool === '*' ? t('decision.anyTool') : tool.replace(/^core__/, '');
  return t(`rule.${source}`, { tool: name, pattern });
}

type Marks = Readonly<
  Record<JudgedPart['verdict'], { readonly icon: string; readonly text: string }>
>;
const marks: Marks = {
  allow: { icon: 'check', text: t('part.allow') },
  ask: { icon: 'question', text: t('part.ask') },
  deny: { icon: 'circle-slash', text: t('part.deny') },
};

/** The whole command is shown above, and Explain has every part in full. */
const maxPartChars = 300;

/** The sub-commands of a command: which of them asks or is denied, and why. */
export function PartList({ parts }: { readonly parts: readonly Shown<JudgedPart>[] | undefined }) {
  if (parts === undefined || !saysMore(parts)) return null;
  return (
    <ul class="parts" aria-label={t('part.list')}>
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </ul>
  );
}

function Part({ part }: { readonly part: Shown<JudgedPart> }) {
  const { icon, text } = marks[part.verdict];
  return (
    <li class={`part part-${part.verdict}`}>
      <span class={`verdict-${part.verdict}`} title={text}>
        <Icon name={icon} />
        <span class="sr-only">{t('unit.label', { label: text })} </span>
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
export function partReasons({ reason, code, hazards }: Shown<JudgedPart>): readonly string[] {
  if (code === 'near-rule') return [reason];
  // That no rule matches is said once, for all parts.
  return [...new Set([...(code === 'no-rule' ? [] : [reason]), ...hazards])];
}

/** A list of one plain sub-command would repeat the command. */
export function saysMore(parts: readonly Shown<JudgedPart>[]): boolean {
  return parts.length > 1 || parts.some(({ hazards }) => hazards.length > 0);
}

/** Of the name that distinguishes equal buttons. */
const maxSubject = 80;

export function ExplainButton({ item }: { readonly item: Pick<CallItem, 'id' | 'title'> }) {
  const { post } = usePage();
  const { id: itemId, title } = item;
  return (
    <Button
      text={t('explain.show')}
      icon="list-ordered"
      small
      name={t('explain.name', { subject: cutLine(title, maxSubject) })}
      title={t('explain.hint')}
      onClick={() => post({ type: 'explain', itemId })}
    />
  );
}
