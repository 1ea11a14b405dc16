import { window } from 'vscode';

export const shown = window.state;
