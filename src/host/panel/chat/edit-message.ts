import { type Result, fail, succeed } from '../../../core/contracts/failure';
import type { ChangeOrigin } from '../../../core/contracts/file-changes';
import type { Attachment } from './attachments';
import type { Card } from '../transcript/card';
import type { ChatTab, ChatFork } from './chat-tab';
import { editedTitle } from '../../../core/base/titles';
import { failureSentence } from '../transcript/display-text';
import { isAborted } from '../../../core/base/async';
import { t } from '../../window/language';

export type FilesChoice = 'keep' | 'undo' | 'cancel';

/** The handling of files when a chat continues from an earlier message. */
export interface FilesSince {
  /** Asks the user, outside the page; newest call first. */
  readonly ask: (calls: readonly Card[]) => Promise<FilesChoice>;
  /** Undoes one call after the other; stops at the first failure, with a sentence. */
  readonly undo: (
    calls: readonly { readonly by: ChangeOrigin; readonly card: Card }[],
    signal: AbortSignal,
  ) => Promise<Result<void, string>>;
}

/** An earlier message that is sent again, in a chat that continues from before it. */
export interface EditedMessage {
  readonly fork: ChatFork;
  readonly attachments: readonly Attachment[];
  readonly text: string;
  /** Set when files could not be restored: the user reviews and then sends the message. */
  readonly filesLeft?: string;
}

export interface MessageEditsDeps {
  readonly chats: {
    continueFrom(edited: EditedMessage): void;
    /** As `ChatDirectory.expectSession`. */
    expectSession(): () => void;
  };
  readonly filesSince: FilesSince;
  readonly notify: (message: string) => void;
}

/** Sends earlier messages again, one at a time. */
export class MessageEdits {
  private busy = false;

  constructor(private readonly deps: MessageEditsDeps) {}

  /**
   * When the message cannot be sent again, the user is notified and its text becomes the draft. The
   * chat is stopped first, so that the question covers everything.
   */
  async edit(chat: ChatTab, itemId: string, text: string): Promise<void> {
    if (chat.transcript.user(itemId)?.canEdit !== true) {
      this.deps.notify(t('This message can no longer be edited.'));
      return;
    }
    if (text.trim() === '') return;
    if (this.busy) {
      this.deps.notify(
        t('An earlier message is being sent again. Wait until it is done, then try again.'),
      );
      return;
    }
    if (chat.cannotSend(text.trim())) {
      chat.returnToDraft(itemId, text);
      return;
    }
    this.busy = true;
    const settle = this.deps.chats.expectSession();
    try {
      await this.forkAndResend(chat, itemId, text);
    } catch (error) {
      // On any failure, the typed text is kept.
      chat.returnToDraft(itemId, text);
      throw error;
    } finally {
      this.busy = false;
      settle();
    }
  }

  private async forkAndResend(chat: ChatTab, itemId: string, text: string): Promise<void> {
    await chat.queue.stopped();
    const calls = changedSince(chat, itemId);
    const choice = calls.length === 0 ? 'keep' : await this.deps.filesSince.ask(calls);
    if (choice === 'cancel') {
      chat.returnToDraft(itemId, text);
      return;
    }
    const fork = await forkBefore(chat, itemId);
    if (!fork.ok) {
      chat.returnToDraft(itemId, text);
      chat.say({ level: 'error', text: fork.failure });
      return;
    }
    // The new session exists before anything is undone, so that no undo is in vain.
    const undone = choice === 'undo' ? await this.undo(chat, calls) : undefined;
    const filesLeft = undone?.ok === false ? { filesLeft: undone.failure } : {};
    const attachments = chat.sent.get(itemId) ?? [];
    this.deps.chats.continueFrom({ fork: fork.value, attachments, text, ...filesLeft });
  }

  private undo(chat: ChatTab, calls: readonly Card[]): Promise<Result<void, string>> {
    return this.deps.filesSince.undo(
      calls.flatMap((card) => {
        const by = chat.changes.originOf(card);
        return by === undefined ? [] : [{ by, card }];
      }),
      chat.closed,
    );
  }
}

/** The calls after a message whose file changes can be undone, newest first. */
function changedSince({ transcript, changes }: ChatTab, itemId: string): readonly Card[] {
  const later = transcript.cardsAfter(itemId);
  return later.filter((card) => changes.undoOf(card) === 'offered').reverse();
}

/**
 * Stops the chat and copies everything before this message. A failure is a sentence for the user.
 * The chat itself stays as it is.
 */
async function forkBefore(chat: ChatTab, itemId: string): Promise<Result<ChatFork, string>> {
  await chat.queue.stopped();
  if (isAborted(chat.closed)) return fail(t('The chat was closed.'));
  try {
    const sessionId = await chat.acp.fork(itemId);
    const transcript = chat.transcript.before(itemId, chat.sessionId);
    const sent = [...chat.sent].filter(([id]) => transcript.user(id) !== undefined);
    return succeed({ title: editedTitle(chat.title), transcript, sessionId, sent: new Map(sent) });
  } catch (error) {
    return fail(
      t(
        'The message could not be sent again: {0} Its text is in the input.',
        failureSentence(error),
      ),
    );
  }
}
