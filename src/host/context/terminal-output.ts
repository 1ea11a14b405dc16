import * as vscode from 'vscode';
import type { Disposable } from '../../core/ports/system';
import { cutToTail } from './bounded-text';

/** Output of the newest command of a terminal, as far as VS Code reports it. */
export interface UserTerminalOutput {
  readonly terminal: string;
  readonly command: string;
  /** With escape sequences. */
  readonly text: string;
  readonly exitCode: number | undefined;
}

export interface UserTerminalOutputs extends Disposable {
  /** Output of the active terminal; undefined when none was captured. */
  last(): UserTerminalOutput | undefined;
}

/** Limit for one command; the newest end is kept. */
const maxKept = 64 * 1024;

interface Seen {
  readonly command: string;
  text: string;
  exitCode: number | undefined;
}

/**
 * Remembers what commands print in the user's terminals, through VS Code's shell integration, the
 * only way an extension can see it. Nothing leaves memory, and nothing is kept of a closed
 * terminal.
 */
export function watchTerminalOutput(): UserTerminalOutputs {
  const seen = new Map<vscode.Terminal, Seen>();
  const running = new Map<vscode.TerminalShellExecution, Seen>();
  const watching = vscode.Disposable.from(
    vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
      const one: Seen = { command: execution.commandLine.value, text: '', exitCode: undefined };
      seen.set(terminal, one);
      running.set(execution, one);
      void follow(execution, one);
    }),
    vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
      const one = running.get(execution);
      running.delete(execution);
      if (one !== undefined) one.exitCode = exitCode;
    }),
    vscode.window.onDidCloseTerminal((terminal) => {
      seen.delete(terminal);
    }),
  );
  return {
    last: () => {
      const terminal = vscode.window.activeTerminal;
      const one = terminal && seen.get(terminal);
      return one && { ...one, terminal: terminal.name };
    },
    dispose: () => {
      watching.dispose();
      seen.clear();
      running.clear();
    },
  };
}

async function follow(execution: vscode.TerminalShellExecution, one: Seen): Promise<void> {
  try {
    for await (const piece of execution.read()) one.text = cutToTail(one.text + piece, maxKept);
  } catch {
    // The terminal was closed meanwhile; the output so far is kept.
  }
}
