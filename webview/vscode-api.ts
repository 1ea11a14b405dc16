import type { AuditViewRequest } from '../src/core/contracts/audit/page';
import type { PanelRequest } from '../src/core/contracts/panel/requests';

/** What VS Code gives a webview page to talk to its host. */
export interface VsCodeApi {
  postMessage(message: AuditViewRequest | PanelRequest): void;
}

declare global {
  function acquireVsCodeApi(): VsCodeApi;
}
