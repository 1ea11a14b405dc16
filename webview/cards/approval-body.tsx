import type { ComponentChildren, JSX } from 'preact';
import type { CardAddress } from '../../src/core/contracts/panel/card-address';
import type { CallItem, CardApproval } from '../../src/core/contracts/panel/state';
import { Icon } from '../base/buttons';
import { InlineCode } from '../base/inline-text';
import { rich, t } from '../l10n/l10n';
import { sentence } from '../text/format';
import { ArgumentList } from './arguments';
import { ExplainButton, PartList } from './decision';
import { CardDiffs } from './diffs';

export interface ApprovalParts {
  readonly item: CallItem;
  readonly approval: CardApproval;
}

/** Everything that the user needs to see before answering: what would change, where, and why. */
export function ApprovalBody({ item, approval }: ApprovalParts) {
  return (
    <>
      {approval.isNews === true && (
        <p class="warning">
          <Icon name="warning" />
          <span>{rich('approval.changed', { title: <bdi>{item.title}</bdi> })}</span>
        </p>
      )}
      <Subject item={item} approval={approval} />
      {approval.isMarked && <p class="hint">{t('approval.marked')}</p>}
      <Details item={item} approval={approval} />
    </>
  );
}

/** The command, the change or the arguments. */
function Subject({ item, approval }: ApprovalParts) {
  const { command, diffs, isPlanned, argsJson } = approval;
  if (command !== undefined) {
    return (
      <>
        <Command text={command} />
        <Size command={command} />
      </>
    );
  }
  return (
    <>
      {diffs.length > 0 && (
        <div class="approval-diffs">
          <CardDiffs item={{ ...item, diffs }} />
        </div>
      )}
      {(isPlanned !== true || approval.isMarked === true) && (
        <div
          class="approval-subject"
          tabIndex={0}
          role="group"
          aria-label={t('approval.arguments')}
        >
          <ArgumentList json={argsJson ?? item.argsJson} />
        </div>
      )}
    </>
  );
}

/** Longer commands are shown as they are: a page with more words than this would be slow. */
const maxWords = 2000;

/** As it was written: a line breaks only between words; a long word scrolls. */
function Command({ text }: { readonly text: string }) {
  const words = text.split(/(\s+)/);
  return (
    <pre
      class="approval-subject approval-command"
      dir="ltr"
      tabIndex={0}
      role="group"
      aria-label={t('approval.command')}
    >
      {words.length > maxWords
        ? text
        : words.map((word, index) => (index % 2 === 0 ? <span key={index}>{word}</span> : word))}
    </pre>
  );
}

/** Size that fits into the box without scrolling. */
const shortLines = 10;
const shortCommand = 500;

/** A long command must be read to its end, so the card shows its length. */
function Size({ command }: { readonly command: string }) {
  const lines = command.split('\n').length;
  if (lines <= shortLines && command.length <= shortCommand) return null;
  return (
    <p class="hint">
      {lines > 1
        ? t('approval.lines', { count: lines })
        : t('approval.characters', { count: command.length })}
    </p>
  );
}

function Details({ item, approval }: ApprovalParts) {
  const { cwd, deletes, writes, reads, reasons, notes, parts, web = [] } = approval;
  return (
    <div class="approval-details" tabIndex={0} role="group" aria-label={t('approval.details')}>
      {notes.map((note) => (
        <p class="approval-note" key={note}>
          {note}
        </p>
      ))}
      {web.map(({ url, warning }) => warning !== undefined && <Warning key={url} text={warning} />)}
      <PartList parts={parts} />
      <dl class="facts">
        {cwd !== undefined && <Fact name={t('fact.folder')} values={[cwd]} />}
        <Fact name={t('fact.deletes')} values={deletes} />
        <Fact name={t('fact.changes')} values={writes} />
        <Fact name={t('fact.reads')} values={reads} />
        {web.map((address) => (
          <Address key={address.url} address={address} />
        ))}
        <Fact name={t('fact.why')} values={reasons.map(sentence)} isProse>
          <ExplainButton item={item} />
        </Fact>
      </dl>
    </div>
  );
}

function Warning({ text }: { readonly text: string }) {
  return (
    <p class="warning">
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  );
}

/** The parts of the address that matter, and where the chat met it. All of it is in the arguments. */
function Address({ address }: { readonly address: CardAddress }) {
  const { host, query, origin } = address;
  return (
    <>
      <Fact name={t('fact.host')} values={[host]} />
      <Fact name={t('fact.query')} values={query === undefined ? [] : [query]} />
      <Fact name={t('fact.origin')} values={[sentence(origin)]} isProse />
    </>
  );
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
