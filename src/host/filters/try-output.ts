import * as vscode from 'vscode';
import { neutralPickText } from '../window/neutral-text';
import { commandButton, notify, offer } from '../window/notify';
import type { TextDocuments } from '../window/show-text';
import { lastCommand, type ChatOutputs, type LastCommand, type FilterTrial } from './trial';
import type { ReloadingFilters } from './reloading-filters';
import { shownCount, t } from '../window/language';

export interface TryOutputDeps {
  readonly chat: ChatOutputs;
  readonly documents: TextDocuments;
}

/** Longer texts would block the window. */
const maxChars = 8_000_000;
const title = (): string => t('Try Output Filter');

/** Shows what the rules make of an output, before and after; answers what was shown. */
export async function tryOutput(
  filters: Pick<ReloadingFilters, 'try'>,
  { chat, documents }: TryOutputDeps,
): Promise<void> {
  const last = lastCommand(chat);
  const text = await pickOutput(last);
  if (text === undefined) return;
  const command = await askCommand(last?.command);
  if (command === undefined) return;
  const exit = await askExitCode(last?.exitCode);
  if (exit === undefined) return;
  const trial = await filters.try({ command, text: text.slice(0, maxChars), exitCode: exit.code });
  await showTrial(trial, command, documents);
}

interface Source extends vscode.QuickPickItem {
  readonly text: () => PromiseLike<string> | string;
}

async function pickOutput(last: LastCommand | undefined): Promise<string | undefined> {
  const clipboard = await vscode.env.clipboard.readText();
  const sources = [...fromChat(last), ...fromClipboard(clipboard), ...fromEditor()];
  if (sources.length === 0) {
    notify(
      t(
        'there is no output to try. Run a command in the chat, copy an output, or select one in an editor.',
      ),
    );
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(sources, {
    title: title(),
    placeHolder: t('Choose an output to try the rules on'),
  });
  return picked?.text();
}

function fromChat(last: LastCommand | undefined): readonly Source[] {
  if (last === undefined) return [];
  const description = neutralPickText(last.command);
  return [{ label: t('Output of the last command of this chat'), description, text: last.output }];
}

function fromClipboard(text: string): readonly Source[] {
  if (text.trim() === '') return [];
  return [{ label: t('Clipboard'), description: linesText(text), text: () => text }];
}

function fromEditor(): readonly Source[] {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return [];
  const { document, selection } = editor;
  const text = document.getText(selection.isEmpty ? undefined : selection);
  if (text.trim() === '') return [];
  const label = selection.isEmpty
    ? t('Text of the active editor')
    : t('Selection of the active editor');
  return [{ label, description: linesText(text), text: () => text }];
}

function linesText(text: string): string {
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines === 1 ? t('1 line') : t('{0} lines', shownCount(lines));
}

async function askCommand(last: string | undefined): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: title(),
    prompt: t('The command that printed it, which decides the rules that apply'),
    value: last ?? '',
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? t('Type the command.') : undefined),
  });
}

async function askExitCode(
  last: number | undefined,
): Promise<{ readonly code: number | undefined } | undefined> {
  const typed = await vscode.window.showInputBox({
    title: title(),
    prompt: t('Its exit code: 0 means success; leave it empty if unknown'),
    value: String(last ?? 0),
    ignoreFocusOut: true,
    validateInput: (value) =>
      /^\s*-?\d{0,5}\s*$/.test(value) ? undefined : t('Type a whole number, or leave it empty.'),
  });
  if (typed === undefined) return undefined;
  return { code: typed.trim() === '' ? undefined : Number(typed) };
}

async function showTrial(
  { before, after, summary, isShorter }: FilterTrial,
  command: string,
  documents: TextDocuments,
): Promise<void> {
  if (!isShorter) {
    // Waiting for a click would keep the command running.
    const edit = commandButton(t('Edit Output Filters'), 'editOutputFilters');
    void offer('Information', `${summary}.`, edit);
    return;
  }
  const name = `${command.slice(0, 40)}.txt`;
  await vscode.commands.executeCommand(
    'vscode.diff',
    documents.add(t('before {0}', name), before),
    documents.add(t('after {0}', name), after),
    summary,
    { preview: true },
  );
}
