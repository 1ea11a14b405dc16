import { readObject, readString } from '../../../core/base/json';
import type { ContentBlock, SessionUpdate } from '../../../core/contracts/chats/acp';
import type { UserItem } from '../../../core/contracts/panel/state';
import type { MessageContext } from '../../context/context-parts';
import { type Attachment, contextAttachment, imageAttachment } from '../chat/attachments';
import type { Transcript } from '../transcript/transcript';
import { isForModel } from '../chat/message';
import { readShown } from '../../../core/agent/persistence/read-transcript';
import type { ConversationEntry } from '../../../core/contracts/chats/conversation';

export type UserUpdate = Extract<SessionUpdate, { sessionUpdate: 'user_message_chunk' }>;

/** What a stored chat is put into again. */
interface RestoredInto {
  readonly transcript: Pick<Transcript, 'restoredUserId'>;
  putMessage(item: UserItem, attachments: readonly Attachment[]): void;
}

/** The messages of the person in a stored chat, put together from their blocks. */
export class RestoredMessages {
  private readonly ids = new Map<string, string>();
  private readonly messages = new Map<string, readonly ContentBlock[]>();
  /** Of the message without an id whose blocks come now. */
  private open: string | undefined;

  constructor(
    private readonly into: RestoredInto,
    /** False where the chat cannot go on from an earlier message. */
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
        // The agent knows a message by the id that it was sent with.
        ...(this.canEdit && id === messageId && isForModel(text) ? { canEdit: true } : {}),
      },
      attachments,
    );
  }

  /** Something else has come: blocks without an id are of another message from here on. */
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

/** None for what is no context, and for what no longer can be sent. */
function attachmentOfBlock(block: ContentBlock, id: string): readonly Attachment[] {
  if (block.type === 'image') {
    const image = imageAttachment(block.data, id);
    return image.ok ? [image.value] : [];
  }
  if (block.type !== 'resource' || !('text' in block.resource)) return [];
  const { uri, text } = block.resource;
  return [contextAttachment({ ...described(block._meta, uri), uri, text }, id)];
}

type Description = Pick<MessageContext, 'kind' | 'label' | 'detail'>;

const kinds = ['file', 'selection', 'problems', 'terminal'] as const;

/** As it was shown when it was sent; where that is not told, as far as its address tells. */
function described(meta: unknown, uri: string): Description {
  const told = readObject(meta, 'gatehouse');
  const kind = kinds.find((each) => each === readString(told, 'kind')) ?? kindOf(uri);
  const [place = ''] = uri.split('#', 1);
  const name = decoded(place.split(/[/:]/).at(-1) ?? '');
  return {
    kind,
    label: readString(told, 'label') ?? name,
    detail: readString(told, 'detail') ?? decoded(uri),
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
    // Not encoded as addresses are: shown as it is.
    return uri;
  }
}

export interface ReplayInto extends RestoredInto {
  readonly transcript: Transcript;
}

/**
 * Puts what is stored of a chat into a transcript without the agent, to be read only: nothing of
 * it can be sent anew or goes on.
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
