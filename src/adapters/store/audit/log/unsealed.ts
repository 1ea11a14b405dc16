import { say, sequence, type Sentence } from '../../../../core/base/sentence';
import { durationOf } from '../../../../core/base/wording';
import type { StoreFolder } from '../../disk/file-names';
import type { AuditFile } from './audit-names';
import { chainedLines } from './files';
import type { LateReason } from './lines';
import { parseNote, timeOf } from './entries';

/**
 * Milliseconds between the first unsealed entry and a later one, from which the log records that
 * its seal is late.
 */
const lateMs = 1500;

/** A seal follows within a second, so a crash leaves no more than this without a seal. */
const crashMs = 2000;

/** Entries that no seal covers, and how far apart they are in time. */
export class UnsealedEntries {
  count = 0;
  /** Epoch milliseconds; undefined while no entry with a time was added. */
  first: number | undefined;
  private spanMs = 0;
  private isLate = false;

  /** `at`: epoch milliseconds; undefined if no window wrote the entry like this. */
  add(at: number | undefined): void {
    this.count += 1;
    this.first ??= at;
    const span = at === undefined ? Infinity : Math.abs(at - (this.first ?? at));
    this.spanMs = Math.max(this.spanMs, span);
  }

  /** Call for a note that the seal is late: then more than a crash leaves is no sign of tampering. */
  addLate(): void {
    this.isLate = true;
  }

  /** What they are if the window that wrote them is gone; undefined if there are none. */
  finding(): { readonly kind: 'added' | 'unproven'; readonly text: Sentence } | undefined {
    if (this.count === 0) return undefined;
    const what =
      this.count === 1
        ? say`No seal covers the last entry.`
        : say`No seal covers the last ${{ amount: this.count }} entries.`;
    if (this.spanMs <= crashMs || this.isLate) {
      const why = say`The window crashed, or could not seal. The order of these entries is proven, their number is not.`;
      return { kind: 'unproven', text: sequence([what, why]) };
    }
    const why =
      this.spanMs === Infinity
        ? say`No window writes such times: entries were added.`
        : say`They span ${durationOf(this.spanMs)}, but a window seals within a second: entries were added, or an older seal was put back.`;
    return { kind: 'added', text: sequence([what, why]) };
  }
}

/** The times of the entries of a window that wait for a seal. */
export class UnsealedTimes {
  /** Epoch milliseconds of the first of them; undefined if there is none. */
  private first: number | undefined;
  /** The first one after those that the seal being made names. */
  private next: number | undefined;
  private isNoted = false;

  /** `isAfterCrash`: the log already ends with entries that no seal covers. */
  constructor(private isAfterCrash: boolean) {}

  /** Why these entries make the seal late, if the log does not say so yet. */
  lateBy(times: readonly string[]): LateReason | undefined {
    if (this.isNoted) return undefined;
    if (this.isAfterCrash && this.first === undefined) return 'crash';
    const at = times.map((ts) => Date.parse(ts));
    const first = this.first ?? at[0] ?? 0;
    return at.some((ms) => Math.abs(ms - first) > lateMs) ? 'slow' : undefined;
  }

  /** Call when the entries are in the log. */
  add([ts]: readonly string[], isNoted: boolean): void {
    const at = ts === undefined ? undefined : Date.parse(ts);
    this.first ??= at;
    this.next ??= at;
    this.isNoted ||= isNoted;
  }

  /** See `AuditWriter.beginSeal`. */
  beginSeal(): () => void {
    this.next = undefined;
    return () => {
      this.first = this.next;
      this.isNoted = false;
      this.isAfterCrash = false;
    };
  }
}

/** Enough of a line for its time. */
const readBytes = 1024 * 1024;

/** The chained entries of a writer from the one after `after` to `to`. */
export async function readUnsealed(
  context: StoreFolder,
  files: readonly AuditFile[],
  { after, to }: { readonly after: number; readonly to: number },
): Promise<UnsealedEntries> {
  const unsealed = new UnsealedEntries();
  for await (const { seq, text } of chainedLines(context, files, readBytes)) {
    if (seq > after && seq <= to) addLine(unsealed, text);
  }
  return unsealed;
}

function addLine(unsealed: UnsealedEntries, text: string): void {
  const note = parseNote(text);
  if (note === 'late') unsealed.addLate();
  if (note === undefined) unsealed.add(timeOf(text));
}
