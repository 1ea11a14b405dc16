import * as vscode from 'vscode';

export const version = vscode.version;
