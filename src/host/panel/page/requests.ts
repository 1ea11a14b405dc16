import { isObject } from '../../../core/contracts/json';
import {
  panelRequestSchema,
  type PanelHandlers,
  type PanelRequest,
} from '../../../core/contracts/panel/requests';
import { imageRefused } from '../chat/attachments';
import type { ChatReports } from '../chat/chat-deps';

/**
 * Creates the receiver of the page's messages, which never rejects. The page is not trusted: a
 * message that does not fit the schema is ignored.
 */
export function createRequestHandler(
  handlers: PanelHandlers,
  reports: ChatReports,
): (message: unknown) => Promise<void> {
  return async (message) => {
    const { data: request, error } = panelRequestSchema.safeParse(message);
    if (request === undefined) {
      reports.warn(`A message of the panel was ignored: ${error.issues[0]?.message ?? ''}`);
      // The page never drops user input silently, whatever the reason.
      if (isObject(message) && message['type'] === 'attachImage') reports.notify(imageRefused());
      return;
    }
    try {
      await dispatch(handlers, request.type, request);
    } catch (failed) {
      const reason = failed instanceof Error ? failed.message : 'unknown';
      reports.warn(`A request of the panel failed: ${reason}`);
    }
  };
}

function dispatch<T extends PanelRequest['type']>(
  handlers: PanelHandlers,
  type: T,
  request: Extract<PanelRequest, { readonly type: T }>,
): unknown {
  return handlers[type](request);
}
