import { isObject } from '../../../core/contracts/json';
import {
  panelRequestSchema,
  type PanelHandlers,
  type PanelRequest,
} from '../../../core/contracts/panel/requests';
import { fail, succeed, type Result } from '../../../core/contracts/failure';
import { imageRefused } from '../chat/attachments';
import type { ChatReports } from '../chat/chat-deps';

/**
 * Creates the receiver of the page's messages. The page is not trusted: a message that does not fit
 * the schema is ignored. Rejects when an action fails.
 */
export function createRequestHandler(
  handlers: PanelHandlers,
  reports: ChatReports,
): (message: unknown) => Promise<void> {
  return async (message) => {
    const request = readPanelRequest(message);
    if (request.ok) {
      await dispatch(handlers, request.value.type, request.value);
      return;
    }
    reports.warn(`A message of the panel was ignored: ${request.failure}`);
    // The page never drops user input silently, whatever the reason.
    if (isObject(message) && message['type'] === 'attachImage') reports.notify(imageRefused);
  };
}

/** The failure names the mismatch. */
function readPanelRequest(message: unknown): Result<PanelRequest, string> {
  const parsed = panelRequestSchema.safeParse(message);
  return parsed.success ? succeed(parsed.data) : fail(parsed.error.issues[0]?.message ?? '');
}

function dispatch<T extends PanelRequest['type']>(
  handlers: PanelHandlers,
  type: T,
  request: Extract<PanelRequest, { readonly type: T }>,
): unknown {
  return handlers[type](request);
}
