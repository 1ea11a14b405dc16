import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CallItem, CardApproval } from '../../src/core/contracts/panel/state';
import { formatCount } from '../text/format';
import { usePage } from '../state/page-context';
import { ArgumentList } from './arguments';
import { ExplainButton, PartList } from './decision';
import { InlineCode } from '../base/inline-text';
import { ApprovalActions } from './approval-actions';

const questions: Readonly<Partial<Record<CallItem['kind'], string>>> = {
  execute: 'Allow this command?',
  edit: 'Allow this change?',
  delete: 'Allow this deletion?',
  move: 'Allow this move?',
  read: 'Allow reading this?',
  search: 'Allow this search?',
  fetch: 'Allow this request?',
};

/** Size that fits into the box without scrolling. */
const shortLines = 10;
const shortCommand = 500;

/** The full command or call, and the answers to it. */
export function ApprovalBlock(props: { readonly item: CallItem; readonly approval: CardApproval }) {
  const { item, approval } = props;
  const block = useRef<HTMLDivElement>(null);
  useInSight(block, item.id);
  const question = approval.command === undefined ? questions[item.kind] : questions.execute;
  return (
    <div class="approval" ref={block} role="group" aria-label={`Approval: ${item.title}`}>
      <h3 class="approval-question">{question ?? 'Allow this call?'}</h3>
      {approval.command === undefined ? (
        <div class="approval-subject" tabIndex={0} role="group" aria-label="Arguments">
          <ArgumentList json={approval.argsJson ?? item.argsJson} />
        </div>
      ) : (
        <pre class="approval-subject approval-command" dir="ltr" tabIndex={0} aria-label="Command">
          {approval.command}
        </pre>
      )}
      {approval.isMarked && (
        <p class="hint">
          Characters that hide or look like others are marked by their number, such as ⟨U+202E⟩.
        </p>
      )}
      <Size command={approval.command ?? ''} />
      <div class="approval-details" tabIndex={0} role="group" aria-label="Details">
        <PartList parts={approval.parts} />
        <dl class="facts">
          {approval.cwd !== undefined && <Fact name="in" values={[approval.cwd]} />}
          <Fact name="writes" values={approval.writes} />
          <Fact name="reads" values={approval.reads} />
          <Fact name="because" values={approval.reasons} isProse>
            <ExplainButton itemId={item.id} />
          </Fact>
        </dl>
      </div>
      <ApprovalActions key={approval.approvalId} approval={approval} />
    </div>
  );
}

/** A long command must be read to its end, so the card shows its length. */
function Size({ command }: { readonly command: string }) {
  const lines = command.split('\n').length;
  if (lines <= shortLines && command.length <= shortCommand) return null;
  const size = lines > 1 ? formatCount(lines, 'line') : formatCount(command.length, 'character');
  return <p class="hint">{size}; scroll to read all of it before you allow it.</p>;
}

function Fact(props: {
  readonly name: string;
  readonly values: readonly string[];
  readonly isProse?: boolean;
  readonly children?: ComponentChildren;
}): JSX.Element | null {
  if (props.values.length === 0) return null;
  return (
    <>
      <dt>{props.name}</dt>
      <dd class={props.isProse === true ? 'fact-prose' : ''}>
        {props.values.map((value) => (
          <div key={value}>
            {props.isProse === true ? <InlineCode text={value} /> : <bdi dir="ltr">{value}</bdi>}
          </div>
        ))}
        {props.children}
      </dd>
    </>
  );
}

/** Reports whether the block is visible, for the bar that points to it. */
function useInSight(block: { readonly current: HTMLElement | null }, id: string): void {
  const { store } = usePage();
  useEffect(() => {
    const element = block.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      store.setApprovalInSight(id, entries.at(-1)?.isIntersecting === true);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      store.setApprovalInSight(id, false);
    };
  }, [id]);
}
