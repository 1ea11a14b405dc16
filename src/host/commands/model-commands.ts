import * as vscode from 'vscode';
import { pickModel } from '../models/pick-model';
import type { ModelDeps } from '../models/set-up-server';
import type { CommandHandlers } from './register';

export function modelCommands(
  deps: ModelDeps,
): Pick<CommandHandlers, 'pickModel' | 'setApiKey' | 'removeApiKey'> {
  return {
    pickModel: () => pickModel(deps),
    async setApiKey() {
      if (await deps.apiKey.ask()) {
        tell('The API key is stored in the secret store of this machine.');
      }
    },
    async removeApiKey() {
      if ((await deps.apiKey.state()) === 'none') {
        tell('No API key is stored.');
        return;
      }
      await deps.apiKey.remove();
      tell('The API key was removed.');
    },
  };
}

function tell(text: string): void {
  void vscode.window.showInformationMessage(`Gatehouse: ${text}`);
}
