import type { AuditViewRequest } from '../src/core/contracts/audit/page';
import type { PanelRequest } from '../src/core/contracts/panel/requests';

/** Of the page of a report: the number of a button, or to copy the page as text. */
export type ReportRequest = number | 'copy';

/** The API that VS Code gives a webview to talk to its host. */
export interface VsCodeApi {
  readonly postMessage: (message: AuditViewRequest | PanelRequest | ReportRequest) => void;
}

declare global {
  function acquireVsCodeApi(): VsCodeApi;
}
