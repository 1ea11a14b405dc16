import * as vscode from 'vscode';

const storeKey = 'gatehouse.openai.apiKey';

export type KeyState = 'stored' | 'none' | 'unreadable';

/** The key of the OpenAI-compatible server; it lives in VS Code's secret store and nowhere else. */
export interface ApiKey {
  /** Rejects when the secret store does not open. */
  get(): Promise<string | undefined>;
  /** Whether a key is stored; `unreadable` when the secret store does not open. Never rejects. */
  state(): Promise<KeyState>;
  /** Asks for a key in a password box; false when the person backed out. */
  ask(): Promise<boolean>;
  remove(): Promise<void>;
}

export function createApiKey(secrets: vscode.SecretStorage): ApiKey {
  return {
    get: async () => secrets.get(storeKey),
    async state() {
      try {
        return (await secrets.get(storeKey)) === undefined ? 'none' : 'stored';
      } catch {
        // The store's own message may hold more than is to be shown; what counts is that it failed.
        return 'unreadable';
      }
    },
    async ask() {
      const typed = await vscode.window.showInputBox({
        title: 'API key of the OpenAI-compatible server',
        prompt: 'Kept in the secret store of this machine; never in settings, logs or chats.',
        password: true,
        ignoreFocusOut: true,
        validateInput: (value) => (value.trim() === '' ? 'Paste the key.' : undefined),
      });
      if (typed === undefined) return false;
      await secrets.store(storeKey, typed.trim());
      return true;
    },
    remove: async () => secrets.delete(storeKey),
  };
}
