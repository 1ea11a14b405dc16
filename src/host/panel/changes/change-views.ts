import type { ChangedFile } from '../../../core/contracts/file-changes';
import type { FileDiff } from '../../../core/contracts/calls/outcome';
import type { ChangeSides, FileChanges } from '../../../core/ports/file-changes';
import type { Card } from '../transcript/card';
import type { ChangeEditors, EditorComparison, Side } from './change-editors';
import { cannotUndoText, shownFileName } from './change-texts';
import type { ChatList } from '../chat/chat-list';
import { proposedChange, titleOf } from './proposed-change';
import type { ChangeDialogs } from './undo-files';
import { t, shownFailure } from '../../window/language';
import { shownDiff } from '../../window/shown-diff';

export interface ChangeViewDeps {
  readonly chats: Pick<ChatList, 'active'>;
  readonly changes: Pick<FileChanges, 'files' | 'before' | 'sides'>;
  readonly editors: ChangeEditors;
  readonly dialogs: Pick<ChangeDialogs, 'offer' | 'notify'>;
}

/** Shows the changes of a chat. Each takes ids that the host knows, never content. */
export class ChangeViews {
  constructor(private readonly deps: ChangeViewDeps) {}

  /**
   * One file of a card: what is proposed, while it asks; then its kept content, else the redacted
   * texts that the agent sent.
   */
  async openDiff(itemId: string, index: number): Promise<void> {
    const { chats, dialogs, editors } = this.deps;
    const card = chats.active.transcript.card(itemId);
    const isProposed = card?.item.approval !== undefined;
    const diff = (isProposed ? card.proposed : card?.fullDiffs)?.[index];
    if (card === undefined || diff === undefined) {
      dialogs.notify(t('This card is no longer available.'));
    } else if (isProposed) await editors.compare(await proposedChange(diff, editors));
    else await this.showDiff(diff, await this.sidesOf(card, diff));
  }

  /** The content before a call that cannot be undone, next to the current content. */
  async openSince(card: Card): Promise<void> {
    for (const diff of card.fullDiffs) {
      const sides = await this.sidesOf(card, diff);
      if (sides === undefined || sides.isCurrent) continue;
      const name = shownFileName(diff.path);
      const before = await this.text(diff.path, sides.before);
      if (before === noText) await this.sayNoText(diff.path);
      else {
        await this.compareWithNow(diff.path, { name, text: before }, t('before this call ↔ now'));
      }
      return;
    }
    await this.openDiff(card.item.id, 0);
  }

  /** All changes of the active chat to one file. */
  async openChange(changeId: string): Promise<void> {
    const { chats, changes, dialogs } = this.deps;
    const { sessionId = '' } = chats.active;
    const file = changes.files(sessionId).find((each) => each.changeId === changeId);
    if (file === undefined) dialogs.notify(t('This change was already kept or undone.'));
    else if (file.isFolder || file.notKept !== undefined) await this.showPlace(file);
    else await this.showChange(sessionId, file);
  }

  private async showChange(sessionId: string, file: ChangedFile): Promise<void> {
    const { changes, dialogs, editors } = this.deps;
    const { path, movedFrom, kind } = file;
    const kept = await changes.before(sessionId, file.changeId);
    if (!kept.ok) {
      dialogs.notify(shownFailure(kept.failure));
      return;
    }
    const text = await this.text(path, kept.value);
    const name = shownFileName(movedFrom ?? path);
    if (text === noText || (kept.value === undefined && file.added === undefined)) {
      await this.sayNoText(path);
    } else if (kind === 'deleted') {
      const after = { name, text: undefined };
      const title = t('{0} (deleted in this chat)', name);
      await editors.compare({ title, before: { name, text }, after });
    } else {
      const since = kind === 'created' ? t('new in this chat') : t('before this chat ↔ now');
      await this.compareWithNow(path, { name, text }, since);
    }
  }

  private async showPlace(file: ChangedFile): Promise<void> {
    const { dialogs, editors } = this.deps;
    const { path, kind, isFolder, notKept } = file;
    if (notKept !== undefined) dialogs.notify(cannotUndoText(file));
    const there = kind === 'deleted' ? undefined : await editors.locate(path);
    if (there === undefined) dialogs.notify(t('{0} is no longer there.', shownFileName(path)));
    else if (isFolder) await editors.reveal(there);
    else await editors.open(there);
  }

  private async showDiff(diff: FileDiff, sides: ChangeSides | undefined): Promise<void> {
    const { editors } = this.deps;
    const kept = sides && isWhole(diff, sides) ? sides : undefined;
    if (kept === undefined) {
      await editors.compare(redacted(diff));
      return;
    }
    const before = await this.text(diff.path, kept.before);
    const after = await this.text(diff.path, kept.after);
    if (before === noText || after === noText) {
      await this.sayNoText(diff.path);
      return;
    }
    const there =
      kept.isCurrent && after !== undefined ? await editors.locate(diff.path) : undefined;
    const name = shownFileName(diff.path);
    await editors.compare({
      title: titleOf(diff, there === undefined ? t('before ↔ after') : t('before this call ↔ now')),
      before: { name: shownFileName(diff.from ?? diff.path), text: before },
      after: there === undefined ? { name, text: after } : { file: there },
    });
  }

  /** The right side is the file itself, so that the user can continue editing it. */
  private async compareWithNow(path: string, before: Side, since: string): Promise<void> {
    const { editors } = this.deps;
    const there = await editors.locate(path);
    const name = shownFileName(path);
    const old = 'name' in before && before.name !== name ? `${before.name} → ` : '';
    await editors.compare({
      title: `${old}${name} (${there === undefined ? t('no longer there') : since})`,
      before,
      after: there === undefined ? { name, text: undefined } : { file: there },
    });
  }

  private async sayNoText(path: string): Promise<void> {
    const { dialogs, editors } = this.deps;
    const text = t('{0} is not text, so there is no comparison to show.', shownFileName(path));
    const there = await editors.locate(path);
    if (there === undefined) dialogs.notify(text);
    else dialogs.offer(text, t('Open File'), () => editors.open(there));
  }

  private async sidesOf(card: Card, diff: FileDiff): Promise<ChangeSides | undefined> {
    const by = this.deps.chats.active.changes.originOf(card);
    const sides = by && (await this.deps.changes.sides(by, diff.path));
    return sides?.ok === true ? sides.value : undefined;
  }

  /** Undefined for a file that did not exist. */
  private async text(
    path: string,
    bytes: Uint8Array | undefined,
  ): Promise<string | typeof noText | undefined> {
    if (bytes === undefined) return undefined;
    return (await this.deps.editors.decode(bytes, path)) ?? noText;
  }
}

const noText = Symbol('not text');

/** Both sides are real content and can be compared: a redacted text never is. */
function isWhole(
  { oldText, change }: FileDiff,
  { before, after, isCurrent }: ChangeSides,
): boolean {
  const hasBefore = before !== undefined || oldText === null;
  const hasAfter = after !== undefined || (isCurrent && change === 'deleted');
  return hasBefore && hasAfter;
}

function redacted(given: FileDiff): EditorComparison {
  const diff = shownDiff(given);
  return {
    title: titleOf(diff, t('before ↔ after')),
    before: { name: shownFileName(diff.from ?? diff.path), text: diff.oldText ?? undefined },
    after: { name: shownFileName(diff.path), text: diff.newText },
  };
}
