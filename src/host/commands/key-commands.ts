import * as vscode from 'vscode';
import type { ApiKey } from '../models/api-key';
import type { CommandHandlers } from './register';

export function keyCommands(apiKey: ApiKey): Pick<CommandHandlers, 'setApiKey' | 'removeApiKey'> {
  return {
    async setApiKey() {
      if (await apiKey.ask()) {
        tell('The API key is stored in the secret store of this machine.');
      }
    },
    async removeApiKey() {
      if ((await apiKey.state()) === 'none') {
        tell('No API key is stored.');
        return;
      }
      await apiKey.remove();
      tell('The API key was removed.');
    },
  };
}

function tell(text: string): void {
  void vscode.window.showInformationMessage(`Gatehouse: ${text}`);
}
