// breaks: INV-02
// breaks: INV-32
export type Storage = import('vscode').SecretStorage;
// breaks: INV-F3
