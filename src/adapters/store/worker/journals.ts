import { ifMissing } from '../../system/errno';
import type { DiskFile } from '../../system/disk';
import {
  asideName,
  inFolder,
  isOldJournal,
  journalToken,
  parseJournalName,
} from '../disk/file-names';
import {
  hasHeader,
  journalStart,
  readRecords,
  startsWhole,
  type JournalPosition,
} from '../journal/format';
import type { StoreRecord } from '../journal/records';
import { decodeRecord } from './decode-record';
import type { OwnFile, RequestContext } from '../channel/protocol';
import type { WorkerContext } from './database-files';

interface JournalState {
  at: JournalPosition;
  /** Read to its end, which does not change any more. */
  isDone: boolean;
  /** Records that only a newer version knows. */
  unknown: number;
  /** The name under which a file with anything unreadable is kept. */
  aside?: string;
}

/** Another window has removed a journal that is partly read. */
export class GoneJournal extends Error {}

interface JournaledRecord {
  readonly record: StoreRecord;
  readonly bytes: number;
}

/**
 * How far the journals of all windows were read. A main window also reads those of versions up to
 * 3, which kept all content in them.
 */
export class Journals {
  private readonly known = new Map<string, JournalState>();

  constructor(private readonly context: WorkerContext) {}

  /** New records of all journals. One that is not finished is read to its last complete record. */
  async *newRecords(
    names: readonly string[],
    request: RequestContext,
  ): AsyncGenerator<JournaledRecord> {
    const isMain = this.context.role === 'main';
    const journals = names.filter(
      (name) => parseJournalName(name) ?? (isMain && isOldJournal(name)),
    );
    for (const name of this.known.keys()) {
      if (journals.includes(name)) continue;
      if (!isMain) throw new GoneJournal(name);
      this.known.delete(name);
    }
    // Asked after the files were listed: a window that opens meanwhile has none of them.
    const isAlone = journals.every((name) => journalToken(name) === this.context.token);
    const live = isMain && !isAlone ? await this.context.events.live() : [];
    for (const name of journals.sort()) {
      const state = this.known.get(name) ?? { at: journalStart, isDone: false, unknown: 0 };
      const isFinished = isMain && this.isFinished(name, { journals, live, own: request.journal });
      if (!state.isDone) {
        yield* this.read({ name, state, isFinished }, request.journal, request.now);
      }
    }
  }

  /** Removes finished journals whose records are in the databases; damaged ones are kept aside. */
  async removeDone(): Promise<void> {
    const { disk, folder } = this.context;
    for (const [name, { isDone, aside }] of this.known) {
      if (!isDone) continue;
      const path = inFolder(folder, name);
      if (aside === undefined) await disk.remove(path);
      else await disk.rename(path, inFolder(folder, aside));
      this.known.delete(name);
    }
  }

  private async *read(
    { name, state, isFinished }: ReadJournal,
    own: OwnFile,
    now: number,
  ): AsyncGenerator<JournaledRecord> {
    const { disk, folder } = this.context;
    if (name === own.name && own.end <= state.at.offset) return;
    const file = await disk.open(inFolder(folder, name), 'read').catch(ifMissing(undefined));
    if (file === undefined) return;
    try {
      this.known.set(name, state);
      const end = name === own.name ? own.end : await file.size();
      let damaged = 0;
      const onDamage = (bytes: number) => (damaged += bytes);
      const range = { start: state.at, end, ...(isFinished && { onDamage }) };
      for await (const { seq, next, type, payload } of readRecords(file, range)) {
        state.at = { seq, offset: next };
        const record = decodeRecord({ type, payload });
        if (record === undefined) state.unknown += 1;
        else if (record !== 'none') yield { record, bytes: payload.length };
      }
      if (isFinished) await this.finish({ name, state, file, end, damaged, now });
    } finally {
      await file.close();
    }
  }

  /** Whether nothing is added any more: only the main window knows, which removes it then. */
  private isFinished(name: string, { journals, live, own }: Surroundings): boolean {
    const token = journalToken(name);
    if (token === this.context.token) return name !== own.name;
    if (token === undefined || !live.includes(token)) return true;
    const { number = Infinity } = parseJournalName(name) ?? {};
    // Its window writes another one by now.
    return journals.some((other) => {
      const one = parseJournalName(other);
      return one?.token === token && one.number > number;
    });
  }

  private async finish(done: FinishedJournal): Promise<void> {
    const { name, state, file, end, now } = done;
    const { events } = this.context;
    const rest = end - state.at.offset;
    const isWholeRecord = rest > 0 && (await startsWhole(file, state.at.offset, rest));
    const isJournal = end < journalStart.offset || (await hasHeader(file));
    const damaged = done.damaged + (isWholeRecord ? rest : 0);
    state.isDone = true;
    if (damaged > 0 || !isJournal) {
      state.aside = asideName(name, now);
      const isLost = state.at.seq === 0;
      events.report(
        isLost
          ? `A record journal could not be read. It is kept as ${state.aside}.`
          : `${name} is damaged: ${damaged} bytes cannot be read; all other records can. It is kept as ${state.aside}.`,
      );
    } else if (state.unknown > 0) {
      state.aside = asideName(name, now, 'skipped');
      events.report(
        `${state.unknown} stored records are of an unknown kind, perhaps from a newer version. They are kept in ${state.aside} but not shown.`,
      );
    } else if (rest > 0) {
      events.dropped(rest);
      events.report(
        `The record journal ended in the middle of a record: ${rest} bytes were removed. All complete records were kept.`,
      );
    }
  }
}

interface Surroundings {
  readonly journals: readonly string[];
  readonly live: readonly string[];
  readonly own: OwnFile;
}

interface ReadJournal {
  readonly name: string;
  readonly state: JournalState;
  readonly isFinished: boolean;
}

interface FinishedJournal extends Omit<ReadJournal, 'isFinished'> {
  readonly file: DiskFile;
  readonly end: number;
  /** Bytes between records that cannot be read. */
  readonly damaged: number;
  readonly now: number;
}
