import type { PanelRequest } from '../../../core/contracts/panel/requests';
import type { Result } from '../../../core/contracts/failure';
import type { ContextSources, MessageContext } from '../../context/context-parts';
import type { ChatReports } from './chat-deps';
import type { ChatList } from './chat-list';
import { contextAttachment, imageAttachment } from './attachments';
import { isAborted } from '../../../core/base/async';
import { t, shownFailure } from '../../window/language';

export type ContextKind = Extract<PanelRequest, { type: 'attach' }>['kind'];

export interface ContextActionDeps {
  readonly chats: Pick<ChatList, 'active'>;
  readonly sources: Omit<ContextSources, 'findFiles' | 'servers'>;
  readonly reports: ChatReports;
  /** An image is in the draft: whether the model reads it is asked before the turn. */
  readonly imageAdded: () => void;
}

/** Adds context to the draft of the chat that is active at the time of the request. */
export class ContextActions {
  private count = 0;

  constructor(private readonly deps: ContextActionDeps) {}

  /** Without a path, the user chooses a file. Rejected files are reported. */
  async attach(kind: ContextKind, path?: string): Promise<void> {
    const { chats, sources, reports } = this.deps;
    const chat = chats.active;
    try {
      const found = await readContext(sources, kind, { path, signal: chat.closed });
      if (found === undefined || isAborted(chat.closed)) return;
      if (found.ok) chat.attach(contextAttachment(found.value, this.freshId()));
      else reports.notify(shownFailure(found.failure));
    } catch (error) {
      reports.notify(
        t('The context could not be added. For details, run "Gatehouse: Show Output Log".'),
      );
      reports.warn(`Adding context failed: ${error instanceof Error ? error.message : 'unknown'}`);
    }
  }

  /** Base64; the content determines the format. */
  attachImage(data: string): void {
    const image = imageAttachment(data, this.freshId());
    if (image.ok) {
      this.deps.chats.active.attach(image.value);
      this.deps.imageAdded();
    } else this.deps.reports.notify(image.failure);
  }

  private freshId(): string {
    this.count += 1;
    return `attachment-${this.count}`;
  }
}

/** Undefined when the user cancels. */
async function readContext(
  context: ContextActionDeps['sources'],
  kind: ContextKind,
  { path, signal }: { readonly path: string | undefined; readonly signal: AbortSignal },
): Promise<Result<MessageContext> | undefined> {
  if (kind === 'resource') return context.resource(path ?? '');
  if (kind !== 'file') return context[kind]();
  const file = path ?? (await context.pickFile());
  return file === undefined || isAborted(signal) ? undefined : context.file(file, signal);
}
