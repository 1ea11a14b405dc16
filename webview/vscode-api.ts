import type { AuditViewRequest } from '../src/core/contracts/audit/page';
import type { PanelRequest } from '../src/core/contracts/panel/requests';

/** The API that VS Code gives a webview to talk to its host. */
export interface VsCodeApi {
  readonly postMessage: (message: AuditViewRequest | PanelRequest) => void;
}

declare global {
  function acquireVsCodeApi(): VsCodeApi;
}
