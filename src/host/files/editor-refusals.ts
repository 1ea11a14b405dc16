import { encodingName } from '../../core/base/encoding';
import { escapeControlInline } from '../../core/base/escape-control';
import { failure, type Failure } from '../../core/contracts/failure';

/** Reasons why files are not changed. `shown` is the displayed path. */

export function hasUnsavedChanges(shown: string): Failure {
  return failure('execution', `${shown} has unsaved changes in an editor, so it was not changed.`, {
    suggestion: 'Ask the user to save or discard them, then read the file again.',
  });
}

export function onlyItsEditorReads(shown: string): Failure {
  return failure('execution', `${shown} has unsaved changes that only its own editor can read.`, {
    suggestion: 'Ask the user to save or discard them.',
  });
}

export function replacedMeanwhile(shown: string): Failure {
  return failure(
    'policy_denied',
    `The path was replaced while the file was being changed, so nothing was saved: ${shown}`,
  );
}

export function changedMeanwhile(shown: string): Failure {
  return failure('execution', `It was changed meanwhile, so nothing was removed: ${shown}`, {
    suggestion: 'Read it again before deleting it.',
  });
}

export function notSaved(shown: string): Failure {
  return failure(
    'execution',
    `VS Code did not save ${shown}, so the text in its editor was restored.`,
    { suggestion: 'Ask the user to check the message from VS Code, then try again.' },
  );
}

export function editorRefused(shown: string): Failure {
  return failure('execution', `VS Code did not apply the change in the editor of ${shown}.`, {
    suggestion: 'Read the file again, then repeat the change.',
  });
}

export function otherLineEndings(shown: string): Failure {
  return failure(
    'execution',
    `${shown} has unsaved changes, and its editor uses different line endings from the new text.`,
    { suggestion: 'Use the line endings of the file, or ask the user to save it first.' },
  );
}

/** Names the character, so that another can be chosen. */
export function notEncodable(shown: string, encoding: string, text: string, at: number): Failure {
  const code = text.codePointAt(at) ?? 0;
  const line = text.slice(0, at).split(/\r\n|\r|\n/).length;
  const character = escapeControlInline(String.fromCodePoint(code));
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return failure(
    'validation',
    `The file is ${encodingName(encoding)}, which has no character ${character} (${name}, line ${String(line)}): ${shown}`,
    { suggestion: 'Use other characters, or ask the user to change the encoding.' },
  );
}
