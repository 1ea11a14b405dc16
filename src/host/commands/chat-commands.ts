import type { CommandHandlers } from './register';

/** The panel, as far as commands use it. */
export interface ChatPanel {
  newChat(): void;
  /** Ends the active chat for good. */
  closeChat(): void;
  /** Stops the active chat. */
  stop(): void;
  stopAll(): void;
  focus(): Promise<void>;
  /** Puts text at the end of the draft and shows the input. */
  insertText(text: string): Promise<void>;
  /** Adds what is selected in the editor to the message, and shows the input. */
  addSelection(): Promise<void>;
  /** Sends a message in the active chat, as if typed there. */
  send(text: string): void;
}

export function chatCommands(
  panel: ChatPanel,
): Pick<CommandHandlers, 'newChat' | 'closeChat' | 'stop' | 'stopAll' | 'focus' | 'addSelection'> {
  return {
    async newChat() {
      panel.newChat();
      await panel.focus();
    },
    closeChat: () => panel.closeChat(),
    stop: () => panel.stop(),
    stopAll: () => panel.stopAll(),
    focus: () => panel.focus(),
    addSelection: () => panel.addSelection(),
  };
}
