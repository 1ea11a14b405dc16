import { fileTypeBytes, fileTypeOf } from '../../core/base/file-type';
import { isAbsolutePath } from '../../core/base/paths';
import { linesWithEndings } from '../../core/base/changed-lines';
import {
  acpCodes,
  acpErrorOf,
  askOf,
  metaOf,
  readFileAnswer,
  readFileAsk,
  writeFileAnswer,
  writeFileAsk,
  type ClientRequests,
} from '../../core/contracts/chats/acp-client';
import { failure, type Failure } from '../../core/contracts/failure';
import type { ClientMethods } from '../../core/ports/acp';
import type { FileContent, Files, FileText } from '../../core/ports/files';
import type { Ids } from '../../core/ports/system';
import type { Workspace } from '../../core/ports/workspace';

/** Larger files are not read into memory. */
const maxFileBytes = 10 * 1024 * 1024;

export interface ClientFilesDeps {
  /** With guard, editors and recording for undo. */
  readonly files: Pick<Files, 'read' | 'write' | 'resolve'>;
  /** Throws for a session that is not open. */
  readonly sessions: { check(sessionId: string): void };
  readonly workspace: Workspace;
  readonly ids: Ids;
}

type ReadRequest = ClientRequests['fs/read_text_file']['params'];

/** Answers `fs/*` of the agent of one connection. */
export function clientFileMethods(
  deps: ClientFilesDeps,
): Pick<ClientMethods, 'fs/read_text_file' | 'fs/write_text_file'> {
  const { files, sessions, workspace, ids } = deps;
  return {
    'fs/read_text_file': async (request, signal) => {
      sessions.check(request.sessionId);
      const path = absolutePath(request.path, workspace);
      const ours = askOf(readFileAsk, request);
      const maxBytes = Math.min(ours?.maxBytes ?? maxFileBytes, maxFileBytes);
      const read = await files.read(path, { maxBytes, signal });
      if (!read.ok) throw await readError(path, read.failure, files);
      const { text } = read.value;
      if (ours !== undefined) return wholeFile(read.value);
      if (text === undefined) throw acpErrorOf(failure('execution', 'This file is not text.'));
      return { content: linesOf(text.text, request) };
    },
    'fs/write_text_file': async (request, signal) => {
      const { sessionId, content } = request;
      sessions.check(sessionId);
      const ours = askOf(writeFileAsk, request);
      const written = await files.write(absolutePath(request.path, workspace), content, {
        expect: ours?.expect ?? { any: true },
        // A write of an agent that names no call is undone by itself.
        by: { sessionId, toolCallId: ours?.toolCallId ?? ids.uuid() },
        signal,
      });
      if (!written.ok) throw acpErrorOf(written.failure);
      if (ours === undefined) return {};
      return metaOf(writeFileAnswer, { ...written.value, notes: [...written.value.notes] });
    },
  };
}

/** ACP's paths are absolute; anything else has no meaning here. */
export function absolutePath(path: string, workspace: Pick<Workspace, 'separator'>): string {
  if (isAbsolutePath(path, workspace.separator())) return path;
  throw acpErrorOf(failure('validation', 'The path must be absolute.'));
}

/** Agents distinguish a file that does not exist from one that cannot be read. */
async function readError(path: string, failed: Failure, files: ClientFilesDeps['files']) {
  if (failed.errorCode !== 'execution') return acpErrorOf(failed);
  const resolved = await files.resolve(path);
  const isMissing = resolved.ok && !resolved.value.exists;
  return isMissing ? acpErrorOf(failed, acpCodes.notFound) : acpErrorOf(failed);
}

function wholeFile({ real, bytes, stamp, text, unsaved }: FileContent) {
  const isPlain = text !== undefined && fileTypeOf(bytes) === undefined;
  const head = Buffer.from(bytes.subarray(0, fileTypeBytes)).toString('latin1');
  const meta = {
    ...{ real, stamp, size: bytes.length, unsaved },
    ...(!isPlain && { head }),
    ...(text !== undefined && { text: encodingOf(text) }),
  };
  return { content: text?.text ?? '', ...metaOf(readFileAnswer, meta) };
}

function encodingOf({ encoding, byteOrderMark, exact }: FileText) {
  return { encoding, byteOrderMark, exact };
}

/** `line` counts from 1; `limit` counts lines. */
function linesOf(text: string, { line, limit }: ReadRequest): string {
  const from = Math.max(0, (line ?? 1) - 1);
  return linesWithEndings(text)
    .slice(from, from + (limit ?? Infinity))
    .join('');
}
