import type { DiskFiles } from '../../../src/adapters/files/disk-files';
import {
  fail,
  succeed,
  type Result,
  failure,
  type Failure,
} from '../../../src/core/contracts/failure';
import type { FileContent, Files, FileText, WriteOptions } from '../../../src/core/ports/files';

/** Larger files are not read. */
const maxBytes = 100 * 1024 * 1024;

/** Files on a real disk as UTF-8, without editors and a record of changes. */
export function createDiskTextFiles(disk: DiskFiles): Files {
  const read: Files['read'] = async (path, options) => {
    const content = await disk.read(path, options);
    if (!content.ok) return content;
    return succeed({ ...content.value, text: textOf(content.value.bytes), unsaved: false });
  };
  /** The text of a file; undefined if it does not exist. */
  const before = async (path: string, signal: AbortSignal): Promise<Result<BeforeText>> => {
    const resolved = await disk.resolve(path);
    if (!resolved.ok) return resolved;
    if (!resolved.value.exists) return succeed(undefined);
    return read(path, { maxBytes, signal });
  };
  return {
    resolve: (path, options) => disk.resolve(path, options),
    locate: (path) => disk.locate(path),
    head: (path, options) => disk.head(path, options),
    stamp: (path, options) => disk.stamp(path, options),
    list: (path, options) => disk.list(path, options),
    inside: (path, options) => disk.inside(path, options),
    read,
    write: async (path, text, { expect, signal }) => {
      const found = await before(path, signal);
      if (!found.ok) return found;
      const old = found.value;
      if (!isExpected(old, expect)) return fail(changedSince(path));
      const mark = old?.text?.byteOrderMark === true ? '\uFEFF' : '';
      const bytes = Buffer.from(mark + text);
      const written = await disk.write(path, bytes, {
        expect: old === undefined ? { absent: true } : { stamp: old.stamp },
        signal,
      });
      if (!written.ok) return written;
      const { real, stamp } = written.value;
      const oldText = old?.text?.text ?? null;
      return succeed({ real, stamp, oldText, text, bytes: bytes.length, saved: true, notes: [] });
    },
    createFolder: async (path, { signal }) => {
      const made = await disk.createFolder(path, { signal });
      return made.ok ? succeed({ ...made.value, notes: [] }) : made;
    },
    remove: async (path, { signal }) => {
      const survey = await disk.survey(path, { purpose: 'remove', maxEntries: 0, signal });
      if (!survey.ok) return survey;
      const removed = await disk.remove(path, { signal });
      if (!removed.ok) return removed;
      const { real, kind, files } = survey.value;
      return succeed({ real, kind, files, shown: [], trashed: false, notes: [] });
    },
    move: async (from, to, { signal }) => {
      const survey = await disk.survey(from, { purpose: 'move', maxEntries: 0, signal });
      if (!survey.ok) return survey;
      const moved = await disk.move(from, to, { signal });
      if (!moved.ok) return moved;
      return succeed({
        ...(await endOf(moved.value.to, signal)),
        ...moved.value,
        kind: survey.value.kind,
      });
    },
    copy: async (from, to, { signal }) => {
      const survey = await disk.survey(from, { purpose: 'copy', maxEntries: 0, signal });
      if (!survey.ok) return survey;
      const copied = await disk.copy(from, to, { signal });
      if (!copied.ok) return copied;
      const { kind, files, bytes } = survey.value;
      return succeed({
        ...(await endOf(copied.value.to, signal)),
        ...copied.value,
        kind,
        files,
        bytes,
      });
    },
  };

  async function endOf(to: string, signal: AbortSignal) {
    const content = await read(to, { maxBytes, signal });
    const now = content.ok ? content.value : undefined;
    return { replacedText: undefined, stamp: now?.stamp, text: now?.text?.text, notes: [] };
  }
}

type BeforeText = FileContent | undefined;

function isExpected(old: BeforeText, expect: WriteOptions['expect']): boolean {
  if ('any' in expect) return true;
  return 'absent' in expect ? old === undefined : old?.text?.text === expect.text;
}

function changedSince(path: string): Failure {
  return failure('execution', `The file changed since it was read: ${path}`, {
    suggestion: 'Read it again, then apply the change to its current content.',
  });
}

function textOf(bytes: Uint8Array): FileText | undefined {
  const whole = Buffer.from(bytes).toString('utf8');
  if (whole.includes('\0')) return undefined;
  const byteOrderMark = whole.startsWith('\uFEFF');
  const text = byteOrderMark ? whole.slice(1) : whole;
  return { text, encoding: 'utf8', byteOrderMark, exact: Buffer.from(whole).equals(bytes) };
}
