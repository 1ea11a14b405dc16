import * as z from 'zod';
import { decodeText } from '../base/decode-text';
import { formatSize } from '../base/format-size';
import { splitLines } from '../base/text-lines';
import { defineTool } from '../contracts/define-tool';
import { succeed, type Result } from '../contracts/result';
import type { Capabilities } from '../ports/capabilities';
import type { Files, WriteOptions } from '../ports/files';
import { boundedDiff, changeExhibit, fileDiffSchema } from './file-parts/file-change';
import { maxFileBytes } from './file-parts/limits';
import { redactionRefusal } from './file-parts/redaction-refusal';
import { shownPath } from './file-parts/shown-path';

const input = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe(
      'File to create or replace: relative to the workspace folder, or absolute inside it.',
    ),
  content: z.string().describe('The whole new content of the file.'),
});

const output = z.object({
  path: z.string(),
  bytes: z.int(),
  lines: z.int(),
  created: z.boolean(),
  diff: fileDiffSchema,
});

/** Creates or replaces a file (003 `write`). */
export default defineTool<Capabilities>()({
  name: 'write',
  title: 'Write file',
  description:
    'Creates a file, or replaces the whole content of an existing one; missing parent folders are created. To change a part of a file use edit: it is shorter and cannot lose the rest. Content that holds a [REDACTED:kind] mark the file does not have is refused.',
  effect: 'state_change',
  kind: 'edit',
  group: 'filesystem',
  input,
  output,
  redact: ['path', 'bytes', 'lines', 'created', 'diff'],
  cacheable: false,
  needs: ['files', 'workspace'],
  subject: ({ path }) => ({ text: path, reads: [], writes: [path] }),
  label: ({ path }) => path,
  run: async ({ path, content }, { signal }, { files, workspace }) => {
    const before = await readBefore(files, path, signal);
    if (!before.ok) return before;
    const { expect, text } = before.value;
    const refused = redactionRefusal(text ?? '', content);
    if (refused !== undefined) return { ok: false, failure: refused };
    const written = await files.write(path, content, { expect, signal });
    if (!written.ok) return written;
    const { real, bytes, stamp } = written.value;
    const value = {
      path: shownPath(real, workspace),
      bytes,
      lines: splitLines(content).length,
      created: text === null,
      diff: boundedDiff(real, text, content),
    };
    return { ok: true, value, seen: [{ real, stamp }] };
  },
  toModel: ({ path = '', bytes = 0, lines = 0, created = false }) =>
    `${created ? 'Created' : 'Replaced'} ${path} (${String(lines)} ${lines === 1 ? 'line' : 'lines'}, ${formatSize(bytes)}).`,
  exhibit: ({ diff }) => changeExhibit(diff),
});

interface Before {
  /** What must still be there when the new content goes in its place. */
  readonly expect: WriteOptions['expect'];
  /** For diff and comparison; null for a new file. */
  readonly text: string | null;
}

async function readBefore(
  files: Files,
  path: string,
  signal: AbortSignal,
): Promise<Result<Before>> {
  const resolved = await files.resolve(path);
  if (!resolved.ok) return resolved;
  if (!resolved.value.exists) return succeed({ expect: { absent: true }, text: null });
  const file = await files.read(path, { maxBytes: maxFileBytes, signal });
  if (!file.ok) return file;
  const decoded = decodeText(file.value.bytes);
  if (decoded.kind === 'binary') {
    const text = `[binary file, ${formatSize(file.value.bytes.length)}]`;
    return succeed({ expect: { any: true }, text });
  }
  // What does not decode exactly cannot be compared as text.
  if (!decoded.exact || decoded.encoding !== 'utf-8') {
    return succeed({ expect: { any: true }, text: decoded.text });
  }
  const text = decoded.byteOrderMark ? `\uFEFF${decoded.text}` : decoded.text;
  return succeed({ expect: { text }, text });
}
