import { say } from '../../core/base/sentence';
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
import type { ResolvedPath } from '../../core/contracts/calls/call-paths';
import { failure } from '../../core/contracts/failure';
import type { ClientMethods } from '../../core/ports/acp';
import type { FileContent, FileHead, Files, FileText } from '../../core/ports/files';
import type { Ids } from '../../core/ports/system';
import type { Workspace } from '../../core/ports/workspace';

const maxFileBytes = 10 * 1024 * 1024;

export interface ConnectionSessions {
  /** Throws for a session that is not open. */
  check(sessionId: string): void;
  onClosed(listener: (sessionId: string) => void): void;
}

export interface ClientFilesDeps {
  /** With guard, editors and recording for undo. */
  readonly files: Pick<Files, 'read' | 'write'>;
  readonly sessions: ConnectionSessions;
  readonly workspace: Workspace;
  readonly ids: Ids;
}

type ReadRequest = ClientRequests['fs/read_text_file']['params'];

/** A file that a call has read and may write. */
interface ReadForWrite {
  readonly toolCallId: string;
  readonly path: string;
  readonly resolved: ResolvedPath;
}

export class ClientFiles {
  readonly methods: Pick<ClientMethods, 'fs/read_text_file' | 'fs/write_text_file'> = {
    'fs/read_text_file': (request, signal) => this.read(request, signal),
    'fs/write_text_file': (request, signal) => this.write(request, signal),
  };
  /** The last one of each open session. */
  private readonly forWrite = new Map<string, ReadForWrite>();

  constructor(private readonly deps: ClientFilesDeps) {
    deps.sessions.onClosed((sessionId) => this.forWrite.delete(sessionId));
  }

  private async read(
    request: ReadRequest,
    signal: AbortSignal,
  ): Promise<ClientRequests['fs/read_text_file']['response']> {
    const { files, sessions, workspace } = this.deps;
    const { sessionId } = request;
    sessions.check(sessionId);
    const path = absolutePath(request.path, workspace);
    const ours = askOf(readFileAsk, request);
    const maxBytes = Math.min(ours?.maxBytes ?? maxFileBytes, maxFileBytes);
    const read = await files.read(path, { maxBytes, signal });
    const { resolved, head } = read;
    if (resolved !== undefined && ours?.toolCallId !== undefined) {
      this.forWrite.set(sessionId, { toolCallId: ours.toolCallId, path, resolved });
    }
    // Agents distinguish a file that does not exist from one that cannot be read.
    if (!read.ok) {
      throw acpErrorOf(read.failure, resolved && acpCodes.notFound, head && largeFile(head));
    }
    const { text } = read.value;
    if (ours !== undefined) return wholeFile(read.value);
    if (text === undefined) throw acpErrorOf(failure('execution', say`This file is not text.`));
    return { content: linesOf(text.text, request) };
  }

  private async write(
    request: ClientRequests['fs/write_text_file']['params'],
    signal: AbortSignal,
  ): Promise<ClientRequests['fs/write_text_file']['response']> {
    const { files, sessions, workspace, ids } = this.deps;
    const { sessionId, content } = request;
    sessions.check(sessionId);
    const path = absolutePath(request.path, workspace);
    const ours = askOf(writeFileAsk, request);
    const read = this.forWrite.get(sessionId);
    this.forWrite.delete(sessionId);
    const isSame = read?.path === path && read.toolCallId === ours?.toolCallId;
    const written = await files.write(path, content, {
      expect: ours?.expect ?? { any: true },
      // A write of an agent that names no call is undone by itself.
      by: { sessionId, toolCallId: ours?.toolCallId ?? ids.uuid() },
      ...(isSame && { resolved: read.resolved }),
      signal,
    });
    if (!written.ok) throw acpErrorOf(written.failure);
    if (ours === undefined) return {};
    return metaOf(writeFileAnswer, { ...written.value, notes: [...written.value.notes] });
  }
}

/** ACP's paths are absolute; anything else has no meaning here. */
export function absolutePath(path: string, workspace: Pick<Workspace, 'separator'>): string {
  if (isAbsolutePath(path, workspace.separator())) return path;
  throw acpErrorOf(failure('validation', say`The path must be absolute.`));
}

function wholeFile({ real, bytes, stamp, text, unsaved }: FileContent) {
  const isPlain = text !== undefined && fileTypeOf(bytes) === undefined;
  const head = characters(bytes.subarray(0, fileTypeBytes));
  const meta = {
    ...{ real, stamp, size: bytes.length, unsaved },
    ...(!isPlain && { head }),
    ...(text !== undefined && { text: encodingOf(text) }),
  };
  return { content: text?.text ?? '', ...metaOf(readFileAnswer, meta) };
}

function largeFile({ real, size, bytes }: FileHead) {
  return { real, size, head: characters(bytes) };
}

/** A character a byte. */
function characters(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
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
