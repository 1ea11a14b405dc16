import type { ChangeLimits } from '../../adapters/files/change-limits';
import type { DiskFiles } from '../../adapters/files/disk-files';
import type { ChangeRecorder, PathStates } from '../../core/ports/file-changes';
import type { Files } from '../../core/ports/files';
import type { OpenDocuments } from './types';

export interface EditorFilesDeps {
  readonly disk: DiskFiles;
  readonly documents: OpenDocuments;
  /** What is changed by VS Code passes no other check of this kind. */
  readonly limits: Pick<ChangeLimits, 'refuseChange'>;
  /** A path as people know it. */
  readonly show: (path: string) => string;
}

/** Files and places as editors show them; records nothing. */
export interface EditorFiles
  extends
    Pick<Files, 'resolve' | 'locate' | 'read' | 'head' | 'stamp' | 'list' | 'inside'>,
    PathStates {}

/** What every recorded change works with. */
export interface UndoableDeps extends EditorFilesDeps {
  readonly editorFiles: EditorFiles;
  readonly recorder: ChangeRecorder;
  /** Bytes of copies beyond which nothing of a chat is kept. */
  readonly maxChangeBytes: () => number;
  /** The change stands in the editor, unsaved: offers the person to save it. */
  readonly offerSave: (real: string) => void;
}
