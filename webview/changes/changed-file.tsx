import type { ChangedFileItem } from '../../src/core/contracts/panel/state';
import { changeLooks, countsOf, type ChangeText } from '../text/changes';
import { usePage } from '../state/page-context';
import { Icon, IconButton, useOnce } from '../base/buttons';
import { LineCountBadge, MovedFrom } from '../base/file-change';
import { t } from '../l10n/l10n';

interface Changed {
  readonly change: ChangedFileItem;
  readonly text: ChangeText;
  readonly tabIndex: number;
}

/** One file or folder that the chat has changed: the kind of change and its actions. */
export function ChangedFileRow(props: {
  readonly change: ChangedFileItem;
  readonly text: ChangeText;
  /** True when its buttons are the Tab stop. */
  readonly isStop: boolean;
  readonly onFocus: () => void;
}) {
  const { change, text, isStop } = props;
  const { movedFrom, notKept } = text;
  const changed = { change, text, tabIndex: isStop ? 0 : -1 };
  return (
    <li class={`change change-${change.kind}`} onFocusCapture={props.onFocus}>
      <ChangeName {...changed} />
      <span class="change-facts">
        {saysKind(change) && (
          <span class="change-kind" aria-hidden="true">
            {changeLooks[change.kind].word}
          </span>
        )}
        <LineCountBadge counts={countsOf(change)} />
      </span>
      <ChangeButtons {...changed} />
      {(movedFrom !== undefined || notKept !== undefined) && (
        <span class="change-more">
          {movedFrom !== undefined && <MovedFrom path={movedFrom} />}
          {notKept !== undefined && (
            <span class="not-kept">
              <Icon name="warning" /> {notKept}
            </span>
          )}
        </span>
      )}
    </li>
  );
}

function ChangeButtons({ change: { changeId, isFolder }, text, tabIndex }: Changed) {
  const { post } = usePage();
  const { isBusy, once } = useOnce();
  return (
    <span class="change-buttons">
      {!isFolder && (
        <IconButton
          icon="diff"
          label={t('diff.open')}
          name={t('diff.openOf', { file: text.spoken })}
          tabIndex={tabIndex}
          onClick={() => post({ type: 'openChange', changeId })}
        />
      )}
      <IconButton
        icon="check"
        label={t('change.keep')}
        name={t('change.keepOf', { file: text.spoken })}
        tabIndex={tabIndex}
        isOff={isBusy}
        onClick={once(() => post({ type: 'keepChange', changeId }))}
      />
      <IconButton
        icon="discard"
        label={text.notKept ?? t('change.undo')}
        name={t('change.undoOf', { file: text.spoken })}
        tabIndex={tabIndex}
        isOff={isBusy || text.notKept !== undefined}
        onClick={once(() => post({ type: 'undoChange', changeId }))}
      />
    </span>
  );
}

/** A plain change needs no label, and a move shows the old path. */
function saysKind({ kind, movedFrom }: ChangedFileItem): boolean {
  return kind !== 'changed' && movedFrom === undefined;
}

/** Opens the diff as its button does, and shows a folder; one that was deleted has neither. */
function ChangeName({ change, text: { name, folder }, tabIndex }: Changed) {
  const { post } = usePage();
  const { changeId, kind, isFolder } = change;
  const { icon, ...looks } = changeLooks[kind];
  const what = isFolder ? looks.folder : looks.word;
  const content = (
    <>
      <Icon name={icon} />
      {isFolder && <Icon name="folder" />}
      <bdi class="change-word">{name}</bdi>
      <span class="sr-only">{what}</span>
      {folder !== '' && (
        <span class="change-folder cut-start">
          <bdi dir="ltr">{folder}</bdi>
        </span>
      )}
    </>
  );
  const path = folder === '' ? name : `${folder.replace(/\/$/, '')}/${name}`;
  if (isFolder && kind === 'deleted') {
    return (
      <span class="change-name" title={`${path}\n${what}`}>
        {content}
      </span>
    );
  }
  return (
    <button
      type="button"
      class="change-name"
      title={`${path}\n${t(isFolder ? 'change.clickFolder' : 'change.clickFile', { what })}`}
      tabIndex={tabIndex}
      onClick={() => post({ type: 'openChange', changeId })}
    >
      {content}
    </button>
  );
}
