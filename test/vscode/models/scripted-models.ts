import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** What a scripted model does with one request. */
export interface ScriptedAnswer {
  readonly text?: string;
  readonly calls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
  }[];
  /** Waits until it is cancelled. */
  readonly hang?: boolean;
  /** Code of a `LanguageModelError`, or any other word for any other error. */
  readonly error?: string;
  readonly message?: string;
}

export interface ScriptedRequest {
  readonly model: string;
  readonly messages: readonly {
    readonly role: 'user' | 'assistant';
    readonly parts: readonly Readonly<Record<string, unknown>>[];
  }[];
  readonly tools: readonly string[];
  readonly isCancelled: boolean;
}

/** What `test/fixtures/language-model` hands to tests. */
export interface ScriptedModels {
  readonly requests: readonly ScriptedRequest[];
  /** Of its tool: calls that wait until they are cancelled. */
  readonly tool: { readonly waiting: number };
  play(script: readonly ScriptedAnswer[]): void;
}

/** The models of the test extension that runs next to Gatehouse. */
export async function scriptedModels(): Promise<ScriptedModels> {
  const extension = vscode.extensions.getExtension<ScriptedModels>('gatehouse-test.language-model');
  assert.ok(extension, 'the suite runs with --also test/fixtures/language-model');
  return extension.activate();
}
