import { useState, useRef } from 'preact/hooks';
import type { CallItem } from '../../src/core/contracts/panel/state';
import { ApprovalBlock } from './approval';
import { CardHead } from './card-head';
import { CardInput } from './running-commands';
import { FilterLine, ModelText, RepeatedCall, CardOutput, CardTail } from './output';
import { undoOf } from '../text/changes';
import { endingLooks, isRefused } from '../text/endings';
import { t } from '../l10n/l10n';
import { shownText, splitPath } from '../text/format';
import { CardArguments, commandOf } from './arguments';
import { CardDiffs } from './diffs';
import { OpenPageButton, WebLines } from './page';
import { DecisionDetails, endReason } from './decision';
import { Icon, Button, CopyButton, useOnce } from '../base/buttons';
import { InlineCode } from '../base/inline-text';
import { usePage } from '../state/page-context';
import { focusOn, useFocusHandover } from '../base/focus';

/** One card per tool call: one line, and details if there are any. */
export function CallCard({ item }: { readonly item: CallItem }) {
  const [choice, setChoice] = useState<boolean | undefined>(undefined);
  const isOpen = choice ?? opensByItself(item);
  const toggle = () => setChoice((was) => !(was ?? opensByItself(item)));
  const card = useRef<HTMLElement>(null);
  // After an answer; parts of the card with another place for the focus come first.
  useFocusHandover(card, () => {
    if (document.activeElement === document.body) focusOn(card.current);
  });
  return (
    <article
      class={`entry card card-${item.status}`}
      aria-label={`${item.tool} ${item.title}`}
      ref={card}
    >
      <CardHead item={item} isOpen={isOpen} toggle={toggle} />
      {item.filter && <FilterLine filter={item.filter} />}
      <WebLines item={item} />
      {item.repeats !== undefined && <RepeatedCall itemId={item.id} />}
      {item.newProblems && <NewProblems item={item} lines={item.newProblems} />}
      {item.approval && <ApprovalBlock item={item} approval={item.approval} />}
      <CardInput item={item} />
      {isOpen && <CardBody item={item} />}
    </article>
  );
}

const maxProblems = 5;
const maxProblem = 300;

/** What a turn's changes brought; nothing is sent without a click. */
function NewProblems(props: { readonly item: CallItem; readonly lines: readonly string[] }) {
  const { post } = usePage();
  const { item, lines } = props;
  return (
    <div class="card-buttons">
      <ul class="new-problems">
        {lines.slice(0, maxProblems).map((line) => (
          <li key={line}>{shownText(line, maxProblem)}</li>
        ))}
        {lines.length > maxProblems && (
          <li>{t('card.more', { count: lines.length - maxProblems })}</li>
        )}
      </ul>
      <Button
        text={t('card.sendToAgent')}
        icon="comment"
        small
        onClick={() => post({ type: 'sendProblems', itemId: item.id })}
      />
    </div>
  );
}

/** Open while output arrives, on failure, when truncated, and for file changes. */
function opensByItself(item: CallItem): boolean {
  if (isRefused(item.ending)) return endReason(item) !== undefined;
  if (item.status === 'failed' || item.interrupted === true) return true;
  if (item.status === 'asking') return item.diffs.length > 0;
  if (item.status === 'running') return item.tail !== '';
  return item.diffs.length > 0 || (item.status === 'cancelled' && item.tail !== '');
}

function CardBody({ item }: { readonly item: CallItem }) {
  return (
    <div class={undoOf(item) === 'undone' ? 'card-body is-undone' : 'card-body'}>
      <EndReason item={item} />
      <Undone item={item} />
      {item.warnings.map((warning) => (
        <div class="warning" key={warning}>
          <Icon name="warning" />{' '}
          <span>
            <InlineCode text={warning} />
          </span>
        </div>
      ))}
      <CardArguments item={item} />
      {item.tail !== '' && <CardTail item={item} />}
      <CardDiffs item={item} />
      {item.text !== '' && !isSaid(item) && <CardOutput item={item} />}
      {item.toolError !== undefined && <ModelText text={item.toolError} />}
      <CardLocations item={item} />
      <DecisionDetails item={item} />
      <CardButtons item={item} />
    </div>
  );
}

/** True where reason and warnings say all of the text. A page that failed has no other. */
function isSaid({ failure, page, text, toolError }: CallItem): boolean {
  return text === failure?.message || (page !== undefined && toolError !== undefined);
}

/** The reason, with the icon of the ending. */
function EndReason({ item }: { readonly item: CallItem }) {
  const reason = endReason(item);
  if (reason === undefined || item.ending === undefined) return null;
  const { icon, tone } = endingLooks[item.ending];
  return (
    <div class="end-reason">
      <span class={`tone-${tone}`}>
        <Icon name={icon} />
      </span>
      <span class="end-text">
        <InlineCode text={reason} />
      </span>
      <TrustStep item={item} />
    </div>
  );
}

/** The next step after a call that Restricted Mode refused: to trust the workspace, then to repeat. */
function TrustStep({ item }: { readonly item: CallItem }) {
  const { store, post } = usePage();
  if (item.failure?.errorCode !== 'authz_denied') return null;
  if (store.state.value?.trusted === false) {
    return (
      <Button
        text={t('card.manageTrust')}
        onClick={() => post({ type: 'command', command: 'manageTrust' })}
      />
    );
  }
  const command = commandOf(item.argsJson);
  if (item.origin !== 'user' || command === undefined) return null;
  const again = () => {
    store.insert(`!${command}`);
    store.focusInput();
  };
  return <Button text={t('card.runAgain')} title={t('card.runAgainHint')} onClick={again} />;
}

/** Of a command only the number of files: the audit log lists them. What did not happen is left out. */
function undoneText(rollback: CallItem['rollback']): string {
  if (rollback === undefined) return t('undone.call');
  const { restored, removed } = rollback;
  if (removed > 0) return restored > 0 ? t('undone.both', rollback) : t('undone.removed', rollback);
  return restored > 0 ? t('undone.restored', rollback) : t('undone.none');
}

function Undone({ item }: { readonly item: CallItem }) {
  if (undoOf(item) !== 'undone') return null;
  return (
    <div class="taken-back">
      <Icon name="discard" />
      <span>{undoneText(item.rollback)}</span>
    </div>
  );
}

function CardButtons({ item }: { readonly item: CallItem }) {
  const { post } = usePage();
  const undo = useOnce();
  const buttons = useRef<HTMLDivElement>(null);
  useFocusHandover(buttons, () => {
    const next = buttons.current?.querySelector('button');
    (next ?? buttons.current?.closest('.card')?.querySelector('button'))?.focus();
  });
  const command = commandOf(item.argsJson);
  const output = item.raw || item.text || item.tail;
  const isCut = item.textCut || item.overflowId !== undefined;
  return (
    <div class="card-buttons" ref={buttons}>
      {command !== undefined && <CopyButton text={command} label={t('card.copyCommand')} />}
      {output !== '' && <CopyButton text={output} label={t('card.copyOutput')} />}
      {item.terminalId !== undefined && (
        <Button
          text={t('card.showTerminal')}
          icon="terminal"
          small
          onClick={() => post({ type: 'showTerminal', itemId: item.id })}
        />
      )}
      {output !== '' && (
        <Button
          text={isCut ? t('card.openFullOutput') : t('card.openOutput')}
          icon="go-to-file"
          small
          onClick={() => post({ type: 'openOutput', itemId: item.id })}
        />
      )}
      {item.page && <OpenPageButton page={item.page} />}
      {undoOf(item) === 'offered' && (
        <Button
          text={t('card.undo')}
          icon="discard"
          small
          title={t('card.undoHint')}
          isOff={undo.isBusy}
          onClick={undo.once(() => post({ type: 'undoCall', itemId: item.id }))}
        />
      )}
    </div>
  );
}

const maxShown = 8;
/** Longer names are cut by the page anyway. */
const maxName = 200;

/** Places the call touched, each a way into the editor. A diff names its own file. */
function CardLocations({ item }: { readonly item: CallItem }) {
  const { post } = usePage();
  const places = item.locations.slice(0, maxShown);
  const more = item.locations.length - places.length;
  if (places.length === 0) return null;
  return (
    <div class="locations">
      {places.map(({ path, line }, index) => (
        <button
          type="button"
          class="location"
          key={index}
          title={path}
          onClick={() => post({ type: 'openLocation', itemId: item.id, index })}
        >
          <Icon name="go-to-file" />
          <span>
            <bdi>{shownText(splitPath(path).name, maxName)}</bdi>
            {line === undefined ? '' : `:${line}`}
          </span>
        </button>
      ))}
      {more > 0 && <span class="hint">{t('card.more', { count: more })}</span>}
    </div>
  );
}
