import * as vscode from 'vscode';
import type { Disposable } from '../../core/ports/system';
import type { ChatList } from '../panel/chat/chat-list';
import type { Base } from './base';

/** Ticks the walkthrough's step "Get a model" once a model is chosen. */
export function markModelChosen({ settings }: Base): Disposable {
  const look = () => setContext('hasModel', settings.get('model').trim() !== '');
  look();
  return settings.onDidChange(look);
}

/** Ticks the walkthrough's step "Send a message" with the first one; opening the panel is none. */
export function markMessageSent(chats: ChatList): void {
  const watching = chats.onDidChange(() => {
    if (chats.active.transcript.last() === undefined) return;
    setContext('hasSent', true);
    watching.dispose();
  });
}

function setContext(name: 'hasModel' | 'hasSent', value: boolean): void {
  void vscode.commands.executeCommand('setContext', `gatehouse.${name}`, value);
}
