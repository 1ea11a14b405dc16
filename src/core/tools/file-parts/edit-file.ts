import type { ChangedLines } from '../../base/changed-lines';
import { encodingName } from '../../base/encoding-name';
import { isNotebookPath, parseNotebook } from '../../base/notebook';
import { splitLines } from '../../base/text-lines';
import type { ToolContext, ToolResult } from '../../contracts/define-tool';
import { failure, type Failure } from '../../contracts/failure';
import type { FileDiff } from '../../contracts/outcome';
import { fail, succeed, type Result } from '../../contracts/result';
import type { Capabilities } from '../../ports/capabilities';
import type { FileContent, FileText } from '../../ports/files';
import { binaryTitle, isShownAsText } from './describe-binary';
import { editNotebook } from './edit-notebook';
import type { EditArguments, EditedText } from './edit-types';
import { maxListedLines, noMatch, notUnique } from './edit-refusals';
import { describeChange } from './file-change';
import { maxFileBytes } from './limits';
import { redactionRefusal } from './redaction-refusal';
import { findSpans, linesOf, replaceSpans } from './replace-text';
import { writtenNotes } from './saved-text';
import { shownPath } from './shown-path';

export interface EditOutput {
  path: string;
  replacements: number;
  cells?: number[];
  notes: string[];
  diff?: FileDiff;
  changed_lines?: ChangedLines;
  changed_line?: number;
}

/** Replaces a text in what the editor shows of a file, and leaves everything else as it is. */
export async function editFile(
  args: EditArguments,
  { signal, sessionId, toolCallId }: Pick<ToolContext, 'signal' | 'sessionId' | 'toolCallId'>,
  { files, workspace }: Pick<Capabilities, 'files' | 'workspace'>,
): Promise<ToolResult<EditOutput>> {
  const problem = argumentProblem(args);
  if (problem !== undefined) return fail(problem);
  const file = await files.read(args.path, { maxBytes: maxFileBytes, signal });
  if (!file.ok) return file;
  const before = editableText(file.value);
  if (!before.ok) return before;
  const edited = applyEdit(shownPath(file.value.real, workspace), before.value, args);
  if (!edited.ok) return edited;
  const { text, count, cells } = edited.value;
  const refused = redactionRefusal(before.value, text);
  if (refused !== undefined) return fail(refused);
  const options = { expect: { text: before.value }, by: { sessionId, toolCallId }, signal };
  const written = await files.write(args.path, text, options);
  if (!written.ok) return written;
  const { real, stamp } = written.value;
  const value = {
    path: shownPath(real, workspace),
    replacements: count,
    ...(cells !== undefined && { cells: [...cells] }),
    notes: [...writtenNotes(written.value, text)],
    ...describeChange(real, before.value, written.value.text),
  };
  return { ok: true, value, seen: [{ real, stamp }] };
}

function argumentProblem({ old_string, new_string }: EditArguments): Failure | undefined {
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

/** Only text that decodes exactly may be written back, or bytes would be lost. */
function editableText({ bytes, text }: FileContent): Result<string> {
  if (!isShownAsText(text, bytes)) {
    const title = binaryTitle(bytes, bytes.length);
    return fail(
      failure('execution', `This is no text, so editing would damage it: ${title}.`, {
        suggestion: 'Use bash with a program that knows its format.',
      }),
    );
  }
  return text.exact ? succeed(text.text) : fail(notExact(text));
}

function notExact({ encoding }: FileText): Failure {
  return failure(
    'execution',
    `Some bytes of the file are no valid ${encodingName(encoding)}, so editing would damage it.`,
    { suggestion: 'Use bash with a program that changes bytes, or ask the user for the encoding.' },
  );
}

function applyEdit(path: string, text: string, args: EditArguments): Result<EditedText> {
  const notebook = isNotebookPath(path) ? parseNotebook(text) : undefined;
  const edited =
    notebook?.ok === true ? editNotebook(text, notebook.cells, args) : editText(text, args);
  if (!edited.ok || edited.value.text !== text) return edited;
  return fail(
    failure('validation', 'Nothing would change: line endings stay those of the file.', {
      suggestion: 'To change line endings use write with the whole content, or bash.',
    }),
  );
}

function editText(text: string, args: EditArguments): Result<EditedText> {
  const places = findSpans(text, args.old_string);
  if (places.length === 0) return fail(noMatch(splitLines(text), args.old_string));
  if (places.length > 1 && args.replace_all !== true) {
    const firstLines = linesOf(text, places, maxListedLines);
    return fail(notUnique(splitLines(text), { count: places.length, firstLines }));
  }
  return succeed({ text: replaceSpans(text, places, args.new_string), count: places.length });
}
