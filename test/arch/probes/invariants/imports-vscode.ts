// breaks: INV-02
// breaks: INV-32
import * as vscode from 'vscode';

export const root = vscode.env.appRoot;
