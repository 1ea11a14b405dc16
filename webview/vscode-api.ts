import type { PanelRequest } from '../src/core/contracts/panel';

/** What VS Code gives a webview page to talk to its host. */
export interface VsCodeApi {
  postMessage(message: PanelRequest): void;
}

declare global {
  function acquireVsCodeApi(): VsCodeApi;
}
