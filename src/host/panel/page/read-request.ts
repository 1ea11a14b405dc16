import { panelRequestSchema, type PanelRequest } from '../../../core/contracts/panel/requests';
import { fail, succeed, type Result } from '../../../core/contracts/failure';

/** Reads a message of the page, which is not trusted; the failure names the mismatch. */
export function readPanelRequest(message: unknown): Result<PanelRequest, string> {
  const parsed = panelRequestSchema.safeParse(message);
  return parsed.success ? succeed(parsed.data) : fail(parsed.error.issues[0]?.message ?? '');
}
