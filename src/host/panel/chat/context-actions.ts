import { isAborted } from '../../../core/base/is-aborted';
import type { PanelRequest } from '../../../core/contracts/panel/requests';
import type { Result } from '../../../core/contracts/failure';
import type { MessageContext, ContextSources } from '../../context/context-parts';
import type { ChatList } from './chat-list';
import { contextAttachment, imageAttachment } from './attachments';

export type ContextKind = Extract<PanelRequest, { type: 'attach' }>['kind'];

export interface ContextActionDeps {
  readonly chats: Pick<ChatList, 'active'>;
  readonly context: ContextSources;
  readonly notify: (message: string) => void;
  readonly warn: (message: string) => void;
}

/** Adds context to the draft of the chat that is active at the time of the request. */
export interface ContextActions {
  /** Without a path, the user chooses a file. Rejected files are reported. */
  attach(kind: ContextKind, path?: string): Promise<void>;
  /** Base64; the content determines the format. */
  attachImage(data: string): void;
  detach(attachmentId: string): void;
}

export function createContextActions(deps: ContextActionDeps): ContextActions {
  const { chats, context, notify: tell, warn } = deps;
  let count = 0;
  const freshId = () => `attachment-${(count += 1)}`;
  return {
    attach: async (kind, path) => {
      const chat = chats.active;
      try {
        const found = await readContext(context, kind, { path, signal: chat.closed });
        if (found === undefined || isAborted(chat.closed)) return;
        if (found.ok) chat.attach(contextAttachment(found.value, freshId()));
        else tell(found.failure.message);
      } catch (error) {
        tell('The context could not be added. The log of Gatehouse says why.');
        warn(`Adding context failed: ${error instanceof Error ? error.message : 'unknown'}`);
      }
    },
    attachImage: (data) => {
      const image = imageAttachment(data, freshId());
      if (image.ok) chats.active.attach(image.value);
      else tell(image.failure);
    },
    detach: (attachmentId) => chats.active.detach(attachmentId),
  };
}

/** Undefined when the user cancels. */
async function readContext(
  context: ContextSources,
  kind: ContextKind,
  { path, signal }: { readonly path: string | undefined; readonly signal: AbortSignal },
): Promise<Result<MessageContext> | undefined> {
  if (kind !== 'file') return context[kind]();
  const file = path ?? (await context.pickFile());
  return file === undefined || isAborted(signal) ? undefined : context.file(file, signal);
}
