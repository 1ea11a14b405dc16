import { readString } from '../../../core/base/json';
import type { PanelHandlers, PanelRequest } from '../../../core/contracts/panel/requests';
import type { Result } from '../../../core/contracts/failure';
import { imageRefused } from '../chat/attachments';
import type { ChatReports } from '../chat/chat-deps';

/** Reads a message of the page; the failure names the mismatch. */
export type ReadRequest = (message: unknown) => Result<PanelRequest, string>;

/**
 * Creates the receiver of the page's messages. The page is not trusted: a message that does not fit
 * the schema is ignored. Rejects when an action fails.
 */
export function createRequestHandler(
  read: ReadRequest,
  handlers: PanelHandlers,
  reports: ChatReports,
): (message: unknown) => Promise<void> {
  return async (message) => {
    const request = read(message);
    if (request.ok) {
      await dispatch(handlers, request.value.type, request.value);
      return;
    }
    reports.warn(`A message of the panel was ignored: ${request.failure}`);
    // The page never drops user input silently, whatever the reason.
    if (readString(message, 'type') === 'attachImage') reports.notify(imageRefused);
  };
}

function dispatch<T extends PanelRequest['type']>(
  handlers: PanelHandlers,
  type: T,
  request: Extract<PanelRequest, { readonly type: T }>,
): unknown {
  return handlers[type](request);
}
