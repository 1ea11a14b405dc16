import type {
  SessionUpdate,
  StopReason,
  NoticeMeta,
} from '../../../../src/core/contracts/chats/acp';
import type { PanelChange, TranscriptItem } from '../../../../src/core/contracts/panel/state';
import { type Attachment, imageAttachment } from '../../../../src/host/panel/chat/attachments';
import type { Card } from '../../../../src/host/panel/transcript/card';
import { ChatDirectory } from '../../../../src/host/panel/chat/chat-directory';
import { ChatList } from '../../../../src/host/panel/chat/chat-list';
import type { ChatTab } from '../../../../src/host/panel/chat/chat-tab';
import { MessageEdits, type FilesChoice } from '../../../../src/host/panel/chat/edit-message';
import { succeed } from '../../../../src/core/contracts/failure';
import { ChangeRecords } from '../../../../src/host/panel/changes/change-records';
import { undoCalls } from '../../../../src/host/panel/changes/undo-files';
import { createFakeChatDeps } from '../../fakes/chat-deps';
import { createFakeIds } from '../../fakes/ids';

/** Lets every promise that can settle do so. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** All chats of a window before an agent whose turns the test ends. */
export function createChatWorld() {
  const chosen = { model: 'replay' };
  const {
    deps,
    acp: agent,
    told,
    warnings,
    closed,
  } = createFakeChatDeps({
    model: () => ({ id: chosen.model }),
  });
  const { approvals, background, clock, changes: fileChanges } = deps;
  const changes: PanelChange[] = [];
  const seen = { changes, resets: 0, commandsChanged: 0 };
  /** What the person is asked when a chat goes on from an earlier message, and answers. */
  const filesAsked: { readonly asked: string[][]; answer: () => Promise<FilesChoice> } = {
    asked: [],
    answer: () => Promise.resolve('keep'),
  };
  /** Entries of the audit log. */
  const audit: string[] = [];
  const directory = new ChatDirectory<ChatTab>(deps.reports.warn);
  const chats = new ChatList(directory, deps);
  const edits = new MessageEdits({
    chats,
    filesSince: {
      ask: (calls: readonly Card[]) => {
        filesAsked.asked.push(calls.map(({ item }) => item.title));
        return filesAsked.answer();
      },
      undo: (calls, signal) => {
        const record = new ChangeRecords({
          recordUserEvent: (call, { type }, sessionId) => {
            audit.push(`${type} ${call.toolCallId} of ${sessionId}`);
            return Promise.resolve(succeed(undefined));
          },
          folders: deps.folders,
          ids: createFakeIds(),
        });
        return undoCalls(calls, { changes: fileChanges, record }, signal);
      },
    },
    notify: deps.reports.notify,
  });
  chats.connect({
    change: (more) => void seen.changes.push(...more),
    reset: () => void (seen.resets += 1),
    commandsChanged: () => void (seen.commandsChanged += 1),
  });
  const items = (): readonly TranscriptItem[] => chats.active.transcript.items();
  const update = (more: SessionUpdate, sessionId = chats.active.sessionId ?? 's1'): void => {
    directory.sessionUpdate({ sessionId, update: more });
  };
  return {
    agent,
    chatAgent: deps.agent,
    clock,
    background,
    approvals,
    seen,
    told,
    warnings,
    reports: deps.reports,
    closed,
    chosen,
    fileChanges,
    filesAsked,
    audit,
    directory,
    chats,
    items,
    update,
    /** Sends an earlier message of the active chat anew. */
    edit: (itemId: string, text: string) => edits.edit(chats.active, itemId, text),
    lastText: (): string => {
      const item = items().at(-1);
      return item !== undefined && 'text' in item ? item.text : '';
    },
    send: async (text: string): Promise<void> => {
      chats.saveDraft('');
      chats.active.send(text);
      await settled();
    },
    /** Ends the turn that was begun last. */
    end: async (stopReason: StopReason = 'end_turn'): Promise<void> => {
      agent.turns.at(-1)?.end(stopReason);
      await settled();
    },
    sentTexts: (): readonly string[] =>
      agent.turns.map(({ request: { prompt } }) => {
        const [block] = prompt;
        return block?.type === 'text' ? block.text : '';
      }),
    /** A finished call of the active chat, whose changes can be undone. */
    changeFiles: (toolCallId: string, sessionId = chats.active.sessionId ?? 's1'): void => {
      const title = `Edit ${toolCallId}.ts`;
      const [sessionUpdate, status] = ['tool_call', 'completed'] as const;
      update({ sessionUpdate, toolCallId, title, status }, sessionId);
      fileChanges.setUndo({ sessionId, toolCallId }, 'offered');
    },
    say: (text: string, sessionId?: string): void => {
      const content = { type: 'text', text } as const;
      update({ sessionUpdate: 'agent_message_chunk', messageId: text, content }, sessionId);
    },
    notice: (text: string, meta: Partial<NoticeMeta> = {}, messageId = text): void => {
      update({
        sessionUpdate: 'agent_message_chunk',
        messageId,
        content: { type: 'text', text },
        _meta: { gatehouse: { notice: 'info', ...meta } },
      });
    },
  };
}

export type ChatWorld = ReturnType<typeof createChatWorld>;

/** Base64 of a PNG; another number, another image. */
export function pngData(number = 0): string {
  return Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, number]).toString(
    'base64',
  );
}

export function pngAttachment(number = 0): Attachment {
  const image = imageAttachment(pngData(number), `image-${number}`);
  if (!image.ok) throw new Error(image.failure);
  return image.value;
}

export function fileAttachment(name: string, text = 'one\n'): Attachment {
  return {
    item: {
      attachmentId: `of ${name}`,
      kind: 'file',
      label: name,
      detail: `/w/${name}`,
      tokens: 2,
    },
    block: {
      type: 'resource',
      resource: { uri: `file:///w/${name}`, text, mimeType: 'text/plain' },
    },
  };
}
