import { readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { FolderOpener } from '../../../../src/adapters/files/folder';
import type { ChangeOptions, Files, WriteOptions } from '../../../../src/core/ports/files';
import { EditorFiles } from '../../../../src/host/files/editor-files';
import { createFakeRecorder, type FakeRecorder } from '../../fakes/change-recorder';
import { createFakeDocuments, type FakeDocuments } from '../../fakes/open-documents';
import { by, createTemporaryWorkspace, quietSignal } from '../../fakes/temporary-workspace';

/** A real folder with editors and a recorder that are not there. */
export interface FilesWorld {
  readonly root: string;
  readonly outside: string;
  readonly files: EditorFiles;
  readonly documents: FakeDocuments;
  readonly recorder: FakeRecorder;
  /** Files that the user was offered to save. */
  readonly offered: readonly string[];
  readonly options: ChangeOptions;
  /** Absolute path below the workspace; written when there is content. */
  file(name: string, content?: string | Uint8Array): string;
  /** Bytes on disk. */
  bytes(name: string): Buffer;
  text(name: string): string;
  /** Renames it, as another program would. */
  moveAway(name: string): void;
  write(file: string, text: string, expect?: WriteOptions['expect']): ReturnType<Files['write']>;
  dispose(): void;
}

export interface FilesWorldOptions {
  readonly maxChangeBytes?: number;
  readonly denyRead?: readonly string[];
  /** Names below the workspace that nobody may change. */
  readonly own?: readonly string[];
  readonly openFolder?: FolderOpener;
}

export function createFilesWorld(options: FilesWorldOptions = {}): FilesWorld {
  const { denyRead = [], own = [], maxChangeBytes = 1024 * 1024 } = options;
  const workspace = createTemporaryWorkspace({
    denyRead,
    ownFolders: own.map((name) => `ws/${name}`),
  });
  const { root, outside } = workspace;
  const file = (name: string, content?: string | Uint8Array): string =>
    content === undefined ? path.join(root, name) : workspace.put(path.join('ws', name), content);
  const documents = createFakeDocuments();
  const recorder = createFakeRecorder();
  const offered: string[] = [];
  const files = new EditorFiles({
    ...{ guard: workspace.guard, documents, recorder, log: () => undefined },
    maxChangeBytes: () => maxChangeBytes,
    offerSave: (real) => void offered.push(real),
    ...(options.openFolder !== undefined && { openFolder: options.openFolder }),
  });
  const changeOptions = { by, signal: quietSignal() };
  return {
    root,
    outside,
    files,
    documents,
    recorder,
    offered,
    options: changeOptions,
    file,
    bytes: (name) => readFileSync(file(name)),
    text: (name) => readFileSync(file(name), 'utf8'),
    moveAway: (name) => {
      renameSync(file(name), file(`${name}-away`));
    },
    write: (target, text, expect = { any: true }) =>
      files.write(target, text, { ...changeOptions, expect }),
    dispose: () => {
      workspace.dispose();
    },
  };
}

/** The value of what must have succeeded. */
export async function ok<T>(
  result: Promise<{ ok: true; value: T } | { ok: false; failure: { message: string } }>,
): Promise<T> {
  const settled = await result;
  if (!settled.ok) throw new Error(settled.failure.message);
  return settled.value;
}

/** The message of what must have failed, `''` otherwise. */
export async function refusal(
  result: Promise<{ ok: true } | { ok: false; failure: { message: string } }>,
): Promise<string> {
  const settled = await result;
  return settled.ok ? '' : settled.failure.message;
}
