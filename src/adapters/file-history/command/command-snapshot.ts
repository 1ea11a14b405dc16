import type {
  ConfirmRollback,
  RollbackAnswer,
  RollbackDone,
  RollbackQuestion,
  Snapshot,
  SnapshotEnd,
} from '../../../core/ports/snapshots';
import type { Workspace } from '../../../core/ports/workspace';
import type { Serial } from '../../system/serial';
import type { CommandChanges } from './detect-changes';
import {
  type EditsSince,
  isCovered,
  previewRollback,
  reasonToAsk,
  type RollbackPreview,
} from './rollback-preview';
import { restoreSteps } from './commit-rollback';
import {
  rollbackResult,
  rollbackNotBegun,
  rollbackReason,
  type ReportContext,
} from './rollback-report';
import type { RollbackStep } from './plan-rollback';
import { createRollbackJournal } from './rollback-journal';
import {
  changesSince,
  copyIndex,
  removeUnneededCopies,
  type SnapshotCopies,
} from './snapshot-copies';
import type { TreeScan } from './scan-tree';

export interface CommandSnapshotDeps {
  readonly copies: CommandCopies;
  /** Copies nothing and is never aborted. */
  readonly walk: TreeScan;
  readonly workspace: Workspace;
  /** From before the copying on. */
  readonly userEdits: EditsSince;
  /** Serializes commands and rollbacks. */
  readonly serial: Serial;
  readonly others: OtherCommands;
  readonly report: (error: unknown) => void;
}

export interface CommandCopies extends SnapshotCopies {
  /** After a failed rollback: keeps the copies and notifies the user. */
  retain(message: string): Promise<void>;
  drop(): void;
}

/** Other commands that run or ran on the same files. */
export interface OtherCommands {
  /** Call when this command has ended. */
  leave(): void;
  /** True if another command ran meanwhile. */
  hadOverlap(): boolean;
  /** True while another command is running. */
  runNow(): boolean;
}

/** The copies of one command (000-transaction-1). */
export class CommandSnapshot implements Snapshot {
  private known: CommandChanges | undefined;
  private isOver = false;
  private readonly wording: ReportContext;

  constructor(private readonly parts: CommandSnapshotDeps) {
    this.wording = { show: parts.walk.show, report: parts.report };
  }

  ended({ rollBack }: { readonly rollBack: boolean }): Promise<SnapshotEnd> {
    return this.inTurn(() => {
      this.parts.others.leave();
      return this.endNow(rollBack);
    });
  }

  /** Asks without blocking the queue; asks again if more would be lost. */
  async rollBack(confirm: ConfirmRollback): Promise<RollbackAnswer> {
    let answer = await this.inTurn(() => this.proceed(undefined));
    while ('question' in answer) {
      const { question } = answer;
      if (!(await confirm(question))) return { state: 'declined' };
      answer = await this.inTurn(() => this.proceed(question));
    }
    return answer;
  }

  changed(): readonly string[] {
    return this.known?.changes.map(({ path }) => path) ?? [];
  }

  drop(): void {
    this.isOver = true;
    this.parts.copies.drop();
  }

  private async endNow(rollBack: boolean): Promise<SnapshotEnd> {
    const { copies, walk } = this.parts;
    const changes = await this.readChanges();
    if (changes.changes.length === 0) {
      this.drop();
      return { state: 'unchanged' };
    }
    await removeUnneededCopies(changes.changes, copies, walk);
    if (!rollBack) return { state: 'kept' };
    const { steps, question } = await this.preview(changes);
    const reason = reasonToAsk(question);
    return reason === undefined ? this.restore(steps, changes) : { state: 'withheld', reason };
  }

  /** Rolls back as confirmed; returns the question if it is new or has changed. */
  private async proceed(
    asked: RollbackQuestion | undefined,
  ): Promise<RollbackDone | { readonly question: RollbackQuestion }> {
    const refusal = this.refusal();
    if (refusal !== undefined) return rollbackNotBegun(refusal);
    const changes = await this.readChanges();
    const { steps, question } = await this.preview(changes);
    const isAsked = asked !== undefined && isCovered(question, asked);
    return isAsked ? this.restore(steps, changes) : { question };
  }

  private refusal(): string | undefined {
    const { workspace, others } = this.parts;
    if (this.isOver) return 'The copies for this command are no longer kept.';
    if (!workspace.isTrusted()) return 'This workspace is not trusted.';
    if (!others.runNow()) return undefined;
    return 'Another command is running on the same files. Undo after it ends.';
  }

  private async readChanges(): Promise<CommandChanges> {
    this.known ??= await changesSince(this.parts.copies, this.parts.walk);
    return this.known;
  }

  private preview(changes: CommandChanges): Promise<RollbackPreview> {
    const { walk, userEdits, others } = this.parts;
    return previewRollback(changes, walk, { userEdits, hadOverlap: others.hadOverlap() });
  }

  private async restore(
    steps: readonly RollbackStep[],
    changes: CommandChanges,
  ): Promise<RollbackDone> {
    const { copies, walk, workspace } = this.parts;
    const journal = createRollbackJournal(walk.disk, copies.folder, copyIndex(changes.changes));
    const end = await restoreSteps(steps, { ...walk, roots: workspace.roots(), journal });
    const done = rollbackResult(end, changes.uncovered, this.wording);
    if (done.state === 'rolled-back') this.drop();
    else if (done.isHard) {
      this.isOver = true;
      await copies.retain(done.message);
    }
    return done;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T | RollbackDone> {
    try {
      return await this.parts.serial.run(work);
    } catch (error) {
      return rollbackNotBegun(
        `The command cannot be undone (${rollbackReason(error, this.wording)}).`,
      );
    }
  }
}
