/** The panel, as far as commands use it. */
export interface ChatPanel {
  newChat(): void;
  /** Closes the active chat; it stays stored. */
  closeChat(): void;
  /** Shows the panel with the list of all chats. */
  showHistory(): Promise<void>;
  /** For the active chat; each asks. */
  renameChat(): Promise<void>;
  exportChat(): Promise<void>;
  deleteChat(): Promise<void>;
  /** Stops the active chat. */
  stop(): void;
  stopAll(): void;
  focus(): Promise<void>;
  /** Appends text to the draft and shows the input. */
  insertText(text: string): Promise<void>;
  /** Adds the editor selection to the message, and shows the input. */
  addSelection(): Promise<void>;
  /** Sends a message in the active chat, as if typed there. */
  send(text: string): void;
}
