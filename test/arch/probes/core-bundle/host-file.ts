export * from './host/uses-vscode';
