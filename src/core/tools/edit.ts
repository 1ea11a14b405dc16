import * as z from 'zod';
import { decodeText } from '../base/decode-text';
import { defineTool } from '../contracts/define-tool';
import { failure, type Failure } from '../contracts/failure';
import { fail, succeed, type Result } from '../contracts/result';
import type { Capabilities } from '../ports/capabilities';
import type { Files } from '../ports/files';
import { noMatch, notUnique } from './file-parts/edit-refusals';
import { boundedDiff, changeExhibit, fileDiffSchema } from './file-parts/file-change';
import { maxFileBytes } from './file-parts/limits';
import { redactionRefusal } from './file-parts/redaction-refusal';
import { findOccurrences, replaceAt, type Replacement } from './file-parts/replace-text';
import { shownPath } from './file-parts/shown-path';

const input = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe('File to change: relative to the workspace folder, or absolute inside it.'),
  old_string: z
    .string()
    .describe(
      'Exact text to replace, with its indentation but without line numbers. Must stand in the file exactly once, unless replace_all is true.',
    ),
  new_string: z.string().describe('Text to put in its place; empty removes it.'),
  replace_all: z
    .boolean()
    .optional()
    .describe('Replace every occurrence instead of exactly one. Default false.'),
});
type Input = z.infer<typeof input>;

const output = z.object({
  path: z.string(),
  replacements: z.int(),
  diff: fileDiffSchema,
});

/** Replaces a string in a file (003 `edit`). */
export default defineTool<Capabilities>()({
  name: 'edit',
  title: 'Edit file',
  description:
    'Replaces old_string by new_string in an existing file. Read the file first and copy old_string exactly, without the line numbers; take enough lines around the place to make it unique, or set replace_all. Line endings and byte order mark of the file are kept.',
  effect: 'state_change',
  kind: 'edit',
  group: 'filesystem',
  input,
  output,
  redact: ['path', 'replacements', 'diff'],
  cacheable: false,
  needs: ['files', 'workspace'],
  subject: ({ path }) => ({ text: path, reads: [path], writes: [path] }),
  label: ({ path }) => path,
  run: async (args, { signal }, { files, workspace }) => {
    const problem = argumentProblem(args);
    if (problem !== undefined) return fail(problem);
    const before = await readText(files, args.path, signal);
    if (!before.ok) return before;
    const changed = replace(before.value.text, args);
    if (!changed.ok) return changed;
    const mark = before.value.byteOrderMark ? '\uFEFF' : '';
    const expect = { text: mark + before.value.text };
    const written = await files.write(args.path, mark + changed.value.text, { expect, signal });
    if (!written.ok) return written;
    const { real, stamp } = written.value;
    const value = {
      path: shownPath(real, workspace),
      replacements: changed.value.count,
      diff: boundedDiff(real, before.value.text, changed.value.text),
    };
    return { ok: true, value, seen: [{ real, stamp }] };
  },
  toModel: ({ path = '', replacements = 0 }) =>
    `Edited ${path}: ${String(replacements)} ${replacements === 1 ? 'replacement' : 'replacements'}.`,
  exhibit: ({ diff }) => changeExhibit(diff),
});

function argumentProblem({ old_string, new_string }: Input): Failure | undefined {
  if (old_string === '') {
    return failure('validation', 'old_string is empty.', {
      suggestion: 'Give the text to replace, or use write to create a file or replace all of it.',
    });
  }
  if (old_string === new_string) {
    return failure('validation', 'old_string and new_string are the same: nothing would change.');
  }
  return undefined;
}

interface TextBefore {
  /** Without the byte order mark. */
  readonly text: string;
  readonly byteOrderMark: boolean;
}

/** Only text that decodes exactly may be written back, or bytes would be lost. */
async function readText(
  files: Files,
  path: string,
  signal: AbortSignal,
): Promise<Result<TextBefore>> {
  const file = await files.read(path, { maxBytes: maxFileBytes, signal });
  if (!file.ok) return file;
  const decoded = decodeText(file.value.bytes);
  if (decoded.kind === 'text' && decoded.exact && decoded.encoding === 'utf-8') {
    return succeed({ text: decoded.text, byteOrderMark: decoded.byteOrderMark });
  }
  return fail(
    failure('execution', 'The file is not UTF-8 text, so editing would damage it.', {
      suggestion: 'Use a command that knows its format.',
    }),
  );
}

function replace(text: string, args: Input): Result<Replacement> {
  const found = findOccurrences(text, { oldText: args.old_string, newText: args.new_string });
  if (found.offsets.length === 0) return fail(noMatch(text, args.old_string));
  if (found.offsets.length > 1 && args.replace_all !== true) {
    return fail(notUnique(text, found.offsets));
  }
  const changed = replaceAt(text, found);
  const refused = redactionRefusal(text, changed.text);
  return refused === undefined ? succeed(changed) : fail(refused);
}
