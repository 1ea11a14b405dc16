import * as z from 'zod';
import { allOptional, lenient } from '../../../core/contracts/schema-parts';
import {
  attachedMeta,
  parseMeta,
  type ContentBlock,
  type SessionUpdate,
} from '../../../core/contracts/chats/acp';
import type { UserItem } from '../../../core/contracts/panel/state';
import type { MessageContext } from '../../context/context-parts';
import { type Attachment, contextAttachment, imageAttachment } from '../chat/attachments';
import type { Transcript } from '../transcript/transcript';
import { isForModel } from '../chat/message';
import { readShown } from '../../../core/agent/persistence/transcript-recorder';
import type { ConversationEntry } from '../../../core/contracts/chats/conversation';

export type UserUpdate = Extract<SessionUpdate, { sessionUpdate: 'user_message_chunk' }>;

/** The target of a stored chat. */
interface RestoredInto {
  readonly transcript: Pick<Transcript, 'restoredUserId'>;
  putMessage(item: UserItem, attachments: readonly Attachment[]): void;
}

/** The user's messages in a stored chat, joined from their blocks. */
export class RestoredMessages {
  private readonly ids = new Map<string, string>();
  private readonly messages = new Map<string, readonly ContentBlock[]>();
  /** The message without an id whose blocks arrive now. */
  private open: string | undefined;

  constructor(
    private readonly into: RestoredInto,
    /** False if the chat cannot continue from an earlier message. */
    private readonly canEdit: boolean,
  ) {}

  take({ messageId, content }: UserUpdate): void {
    const id = this.itemId(messageId ?? '');
    const blocks = [...(this.messages.get(id) ?? []), content];
    this.messages.set(id, blocks);
    const attachments = blocks.flatMap((block, at) => attachmentOfBlock(block, `${id} ${at}`));
    const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
    this.into.putMessage(
      {
        type: 'user',
        id,
        text,
        ...(attachments.length > 0 ? { attachments: attachments.map(({ item }) => item) } : {}),
        // The agent knows a message by the id that was sent with it.
        ...(this.canEdit && id === messageId && isForModel(text) ? { canEdit: true } : {}),
      },
      attachments,
    );
  }

  /** Another update has arrived: later blocks without an id belong to another message. */
  end(): void {
    this.open = undefined;
  }

  private itemId(messageId: string): string {
    const known = messageId === '' ? this.open : this.ids.get(messageId);
    if (known !== undefined) return known;
    const id = this.into.transcript.restoredUserId(messageId);
    if (messageId === '') this.open = id;
    else this.ids.set(messageId, id);
    return id;
  }
}

/** None for blocks that are not context, or that can no longer be sent. */
function attachmentOfBlock(block: ContentBlock, id: string): readonly Attachment[] {
  if (block.type === 'image') {
    const image = imageAttachment(block.data, id);
    return image.ok ? [image.value] : [];
  }
  if (block.type !== 'resource' || !('text' in block.resource)) return [];
  const { uri, text } = block.resource;
  const { reads } = parseMeta(attachedMeta, block._meta);
  return [contextAttachment({ ...described(block._meta, uri), uri, text, reads }, id)];
}

type Description = Pick<MessageContext, 'kind' | 'label' | 'detail'>;

const text = z.string();
const descriptionSchema = allOptional({
  gatehouse: allOptional({
    kind: lenient(z.enum(['file', 'selection', 'problems', 'terminal', 'resource'])),
    label: lenient(text),
    detail: lenient(text),
  }),
});

/** The label at the time of sending; if unknown, the label is derived from the address. */
function described(meta: unknown, uri: string): Description {
  const { gatehouse } = descriptionSchema.parse(meta);
  const [place = ''] = uri.split('#', 1);
  return {
    kind: gatehouse.kind ?? kindOf(uri),
    label: gatehouse.label ?? decoded(place.split(/[/:]/).at(-1) ?? ''),
    detail: gatehouse.detail ?? decoded(uri),
  };
}

function kindOf(uri: string): Description['kind'] {
  if (uri === 'gatehouse:problems') return 'problems';
  if (uri === 'gatehouse:terminal') return 'terminal';
  return /#L\d+-L\d+$/.test(uri) ? 'selection' : 'file';
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri.replace(/^file:\/\//, ''));
  } catch {
    // Unlike addresses, shown unencoded.
    return uri;
  }
}

export interface ReplayInto extends RestoredInto {
  readonly transcript: Transcript;
}

/**
 * Puts a stored chat into a transcript without the agent, read-only: it cannot be edited or
 * continued.
 */
export function replayStored(entries: readonly ConversationEntry[], into: ReplayInto): void {
  const messages = new RestoredMessages(into, false);
  const shown = entries.filter(({ part }) => part === 'transcript');
  for (const update of shown.flatMap((entry) => readShown(entry)?.updates ?? [])) {
    if (update.sessionUpdate === 'user_message_chunk') {
      messages.take(update);
      continue;
    }
    messages.end();
    into.transcript.update(update);
  }
  into.transcript.settle();
}
