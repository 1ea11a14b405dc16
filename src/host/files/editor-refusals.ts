import { say } from '../../core/base/sentence';
import { failure, type Failure } from '../../core/contracts/failure';

/** Reasons why files are not changed. `shown` is the displayed path. */

export function onlyItsEditorReads(shown: string): Failure {
  return failure(
    'execution',
    say`${shown} has unsaved changes that only its own editor can read.`,
    {
      suggestion: 'Ask the user to save or discard them.',
    },
  );
}

export function replacedMeanwhile(shown: string): Failure {
  return failure(
    'policy_denied',
    say`The path was replaced while the file was being changed, so nothing was saved: ${shown}`,
  );
}

export function notSaved(shown: string): Failure {
  return failure(
    'execution',
    say`VS Code did not save ${shown}, so the text in its editor was restored.`,
    { suggestion: 'Ask the user to check the message from VS Code, then try again.' },
  );
}

export function editorRefused(shown: string): Failure {
  return failure('execution', say`VS Code did not apply the change in the editor of ${shown}.`, {
    suggestion: 'Read the file again, then repeat the change.',
  });
}

export function otherLineEndings(shown: string): Failure {
  return failure(
    'execution',
    say`${shown} has unsaved changes, and its editor uses different line endings from the new text.`,
    { suggestion: 'Use the line endings of the file, or ask the user to save it first.' },
  );
}
