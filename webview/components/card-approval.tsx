import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CallItem, CardApproval as Approval } from '../../src/core/contracts/panel';
import { formatCount } from '../format';
import { usePage } from '../page';
import { ApprovalButtons } from './approval-buttons';
import { ArgumentList } from './card-arguments';
import { ExplainButton } from './explain-button';
import { PartList } from './part-list';
import { InlineCode } from './prose';

const questions: Readonly<Partial<Record<CallItem['kind'], string>>> = {
  execute: 'Allow this command?',
  edit: 'Allow this change?',
  delete: 'Allow this deletion?',
  move: 'Allow this move?',
  read: 'Allow reading this?',
  search: 'Allow this search?',
  fetch: 'Allow this request?',
};

/** What fits into the box without scrolling. */
const shortLines = 10;
const shortCommand = 500;

/** What would run, in full, and the buttons. The host decides what a click may do. */
export function ApprovalBlock(props: { readonly item: CallItem; readonly approval: Approval }) {
  const { item, approval } = props;
  const block = useRef<HTMLDivElement>(null);
  useInSight(block, item.id);
  const question = approval.command === undefined ? questions[item.kind] : questions.execute;
  return (
    <div class="approval" ref={block} role="group" aria-label={`Approval: ${item.title}`}>
      <h3 class="approval-question">{question ?? 'Allow this call?'}</h3>
      {approval.command === undefined ? (
        <div class="approval-subject" tabIndex={0} role="group" aria-label="Arguments">
          <ArgumentList json={item.argsJson} />
        </div>
      ) : (
        <pre class="approval-subject approval-command" tabIndex={0} aria-label="Command">
          {approval.command}
        </pre>
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
      <ApprovalButtons key={approval.approvalId} approval={approval} />
    </div>
  );
}

/** A long command is to be read to its end, so the card says how long it is. */
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
          <div key={value}>{props.isProse === true ? <InlineCode text={value} /> : value}</div>
        ))}
        {props.children}
      </dd>
    </>
  );
}

/** Tells the page whether the person can see the block, for the bar that points to it. */
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
