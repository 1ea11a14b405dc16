import { say } from '../../src/core/base/sentence';
import * as assert from 'node:assert/strict';
import { mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { CallEvent, CallOutcome } from '../../src/core/contracts/calls/outcome';
import type { Composition, TestExports } from '../../src/host/compose/extension';

const extensionId = 'gatehouse.gatehouse';

/** The parts of both stages, as the running extension exports them to tests only. */
export async function parts() {
  const { base, work: loadWork } = await testExports();
  const work = await loadWork();
  assert.ok(work, 'the second stage loads');
  const { source, ...decisions } = base.policy;
  return {
    ...base,
    ...decisions,
    policy: source,
    storageFolder: base.storage.folder,
    ...work.parts.stores,
    ...work.parts.calls,
    ...work.parts.runners,
    models: work.parts.models,
    access: work.parts.files,
    chats: work.parts.chats,
    directory: work.parts.directory,
    stages: { base, work },
  };
}

async function testExports(): Promise<TestExports> {
  const extension = vscode.extensions.getExtension<Composition['exports']>(extensionId);
  assert.ok(extension, 'the extension is installed');
  const exported = await extension.activate();
  assert.ok(isWhole(exported), 'the extension exports its parts to a test run');
  return exported;
}

function isWhole(exported: Partial<TestExports>): exported is TestExports {
  return exported.base !== undefined && exported.work !== undefined;
}

/** The first folder of the workspace under test, canonical. */
export async function root(): Promise<string> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'a folder is open');
  return realpath(folder.uri.fsPath);
}

/** A fresh folder inside the workspace. */
export async function freshFolder(name: string): Promise<string> {
  return mkdtemp(path.join(await root(), `${name}-`));
}

export async function put(folder: string, name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

export function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8');
}

export interface Ran {
  readonly outcome: CallOutcome;
  readonly events: readonly CallEvent[];
}

let calls = 0;

/** Runs a tool as if the user had typed it: through the whole pipeline, without an approval. */
export async function runTyped(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  options: { readonly signal?: AbortSignal; readonly sessionId?: string } = {},
): Promise<Ran> {
  const { pipeline, stages } = await parts();
  const sessionId = options.sessionId ?? 'suite';
  stages.work.parts.connection.sessions.add(sessionId);
  const events: CallEvent[] = [];
  calls += 1;
  const outcome = await pipeline.run(
    {
      toolCallId: `suite_${String(calls)}`,
      tool,
      args,
      phase: 'executor',
      origin: 'user',
      isKeyed: true,
      attempt: 0,
    },
    {
      context: {
        sessionId,
        actorId: 'user:suite',
        tenantId: 'suite',
      },
      approver: {
        ask: () => Promise.resolve({ answer: 'unavailable', reason: say`a suite runs` }),
      },
      onEvent: (event) => events.push(event),
      signal: options.signal ?? new AbortController().signal,
    },
  );
  return { outcome, events };
}

/** Waits until a condition holds; a real editor takes its time. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail(`Timed out before ${what}.`);
}
