import type {
  CallUndone,
  ChangedFile,
  ChangeOrigin,
  UndoFailure,
  UndoReport,
} from '../../../core/contracts/file-changes';
import { succeed, type Result } from '../../../core/contracts/failure';
import type { AnnouncedCall } from '../../../core/ports/runner';
import type { Ids } from '../../../core/ports/system';
import { t } from '../../window/language';
import { workspacePathText } from '../../workspace/names';
import { announcedOf, type RecordUserEvent } from '../cards/user-events';
import type { Card } from '../transcript/card';

/** A call whose changes are undone. */
export interface CallToUndo {
  readonly by: ChangeOrigin;
  readonly card: Card;
}

export interface ChangeRecordsDeps {
  readonly recordUserEvent: RecordUserEvent;
  /** The open folders, canonical. */
  readonly folders: () => readonly string[];
  readonly ids: Pick<Ids, 'uuid'>;
}

/**
 * Writes to the audit log what the user undid and kept, with paths as shown. What changed nothing
 * has no entry.
 */
export class ChangeRecords {
  constructor(private readonly deps: ChangeRecordsDeps) {}

  /** One call; of a failure, the part that was undone. */
  async undoneCall(
    { by, card }: CallToUndo,
    done: Result<CallUndone, UndoFailure>,
  ): Promise<Result<void>> {
    if (!done.ok && done.failure.isPartial !== true) return succeed(undefined);
    const report = done.ok ? succeed(this.shown(done.value)) : done;
    const call = announcedOf(card, by.toolCallId);
    return this.deps.recordUserEvent(call, { type: 'undo', done: report }, by.sessionId);
  }

  /** Files that were put back to their state before their chat; some may be left. */
  async undoneFiles(
    sessionId: string,
    files: readonly ChangedFile[],
    { undone, left }: UndoReport,
  ): Promise<Result<void>> {
    if (undone.length === 0) return succeed(undefined);
    const made = new Set(files.filter(({ kind }) => kind === 'created').map(({ path }) => path));
    const report = this.shown({
      restored: undone.filter((path) => !made.has(path)),
      removed: undone.filter((path) => made.has(path)),
    });
    const args = {
      paths: this.paths(undone),
      ...(left.length > 0 && { left: this.paths(left.map(({ path }) => path)) }),
    };
    const event = { type: 'undo', done: succeed(report) } as const;
    return this.deps.recordUserEvent(this.act('undo', args), event, sessionId);
  }

  kept(sessionId: string, files: readonly ChangedFile[]): Promise<Result<void>> {
    const args = { paths: this.paths(files.map(({ path }) => path)) };
    return this.deps.recordUserEvent(this.act('keep', args), { type: 'keep' }, sessionId);
  }

  private act(name: 'undo' | 'keep', args: AnnouncedCall['args']): AnnouncedCall {
    return { toolCallId: this.deps.ids.uuid(), tool: `gatehouse.${name}`, args };
  }

  private shown({ restored, removed }: Pick<CallUndone, 'restored' | 'removed'>) {
    return { restored: this.paths(restored), removed: this.paths(removed) };
  }

  private paths(paths: readonly string[]): readonly string[] {
    const folders = this.deps.folders();
    return paths.map((path) => workspacePathText(path, folders));
  }
}

/** What the user did is done; its entry is not. */
export function notRecorded(reason: string, what: 'undo' | 'keep'): string {
  return what === 'undo'
    ? t('The audit log could not be written ({0}). The undo itself was done.', reason)
    : t('The audit log could not be written ({0}). The changes were kept.', reason);
}
