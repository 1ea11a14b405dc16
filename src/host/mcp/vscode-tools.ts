import * as vscode from 'vscode';
import type { ExtensionToolHost } from '../../core/ports/tools';
import { tokenOf } from '../window/cancellation';

/** An editor made from VS Code may have no language models, and so no tools for them. */
function lm(): Partial<typeof vscode.lm> | undefined {
  return vscode.lm;
}

/** The tools that VS Code knows, of other extensions and of the MCP servers that it runs. */
export const vscodeTools: ExtensionToolHost = {
  list: () => lm()?.tools ?? [],
  async invoke(name, args, signal) {
    // No request of VS Code's own chat: what the tool wants confirmed, VS Code asks by itself.
    const options = { input: { ...args }, toolInvocationToken: undefined };
    return (await lm()?.invokeTool?.(name, options, tokenOf(signal)))?.content;
  },
  onDidChange: (listener) => vscode.extensions.onDidChange(listener),
};
