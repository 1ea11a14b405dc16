import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import type { ToolCallContent } from '../../../../src/core/contracts/chats/acp';
import { ChangeActions } from '../../../../src/host/panel/changes/change-actions';
import { ChangeRecords } from '../../../../src/host/panel/changes/change-records';
import type { ChangeEnd, ChangeQuestion } from '../../../../src/host/panel/changes/change-texts';
import type {
  ChangeEditors,
  EditorComparison,
} from '../../../../src/host/panel/changes/change-editors';
import type { FileDiff } from '../../../../src/core/contracts/calls/outcome';
import { createFakeIds } from '../../fakes/ids';
import { pendingApproval } from './approvals';
import { createChatWorld } from './chat-world';

/** A chat with a session, and the buttons of its changes before made-up editors. */
export async function createChangeWorld() {
  const chat = createChatWorld();
  const asked: ChangeQuestion[] = [];
  const offered: (readonly [string, string])[] = [];
  const told: string[] = [];
  const ends: ChangeEnd[] = [];
  const compared: EditorComparison[] = [];
  const opened: string[] = [];
  const answers = { confirm: true };
  let asks = 0;
  let latest = (): Promise<void> => Promise.resolve();
  /** Paths where nothing is. */
  const gone = new Set<string>();
  /** What the files hold, as their editors show it. */
  const texts = new Map<string, string>();
  const warnings: string[] = [];
  /** Entries of the audit log, and whether it can be written. */
  const audit = { entries: new Array<unknown>(), fails: false };
  const editors: ChangeEditors = {
    decode: (bytes) =>
      Promise.resolve(bytes.includes(0) ? undefined : new TextDecoder().decode(bytes)),
    locate: (path) => Promise.resolve(gone.has(path) ? undefined : path),
    read: (path) => Promise.resolve(gone.has(path) ? undefined : texts.get(path)),
    compare: (comparison) => {
      compared.push(comparison);
      return Promise.resolve();
    },
    compareAll: (title, comparisons) => {
      opened.push(`compare ${title}`);
      compared.push(...comparisons);
      return Promise.resolve();
    },
    open: (path) => {
      opened.push(`open ${path}`);
      return Promise.resolve();
    },
    reveal: (path) => {
      opened.push(`reveal ${path}`);
      return Promise.resolve();
    },
  };
  const actions = new ChangeActions({
    chats: chat.chats,
    changes: chat.fileChanges,
    record: new ChangeRecords({
      recordUserEvent: (call, event, sessionId) => {
        audit.entries.push({ ...call, sessionId, ...event });
        return Promise.resolve(
          audit.fails ? fail(failure('execution', 'disk full')) : succeed(undefined),
        );
      },
      folders: () => ['/w'],
      ids: createFakeIds(),
    }),
    folders: () => ['/w'],
    warn: (message) => void warnings.push(message),
    dialogs: {
      confirm: (question) => {
        asked.push(question);
        return Promise.resolve(answers.confirm);
      },
      offer: (text, button, take) => {
        offered.push([text, button]);
        latest = take;
      },
      notify: (text) => void told.push(text),
      reportEnd: (end) => void ends.push(end),
    },
    editors,
  });
  await chat.send('go');
  return {
    ...chat,
    ...{
      actions,
      editors,
      asked,
      offered,
      told,
      ends,
      compared,
      opened,
      answers,
      gone,
      texts,
      warnings,
      audit,
    },
    /** Presses the button of the newest notification. */
    takeOffer: () => latest(),
    /** The turn is over: nothing of the chat runs. */
    rest: () => chat.end(),
    /** The card of the call asks whether it may make these changes. */
    propose: (toolCallId: string, ...diffs: readonly FileDiff[]): void => {
      const pending = pendingApproval({
        toolCallId,
        approvalId: `a${String(++asks)}`,
        kind: 'edit',
        diffs,
      });
      chat.chats.active.transcript.setApprovals([pending]);
    },
    showDiff: (toolCallId: string, ...content: readonly ToolCallContent[]): void => {
      const [sessionUpdate, status] = ['tool_call', 'completed'] as const;
      const title = `Edit ${toolCallId}.ts`;
      chat.update({ sessionUpdate, toolCallId, title, status, content: [...content] });
    },
  };
}

export type ChangeWorld = Awaited<ReturnType<typeof createChangeWorld>>;

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
