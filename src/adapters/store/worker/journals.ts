import { say } from '../../../core/base/sentence';
import { sizeOf } from '../../../core/base/wording';
import { ifMissing } from '../../system/errno';
import {
  asideName,
  inFolder,
  isOldJournal,
  journalToken,
  parseJournalName,
} from '../disk/file-names';
import type { StoreRecord } from '../journal/records';
import type { OwnFile, RequestContext } from '../channel/protocol';
import type { WorkerContext } from './database-files';
import { readOldRecords } from './old-journal';
import { readLines } from './read-journal';

interface JournalState {
  /** Where the next record begins. */
  offset: number;
  /** Read to its end, which does not change any more. */
  isDone: boolean;
  /** Records that only a newer version knows. */
  unknown: number;
  /** Bytes that cannot be read. */
  damaged: number;
  /** Bytes of an incomplete record at its end. */
  torn: number;
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
 * How far the journals of all windows were read. A main window also reads those of earlier versions.
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
      const state = this.known.get(name) ?? {
        ...{ offset: 0, isDone: false, unknown: 0, damaged: 0, torn: 0 },
      };
      if (state.isDone || this.isLater(name, request.journal)) continue;
      const isFinished = isMain && this.isFinished(name, { journals, live, own: request.journal });
      yield* this.read({ name, state, isFinished }, request.journal);
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
  ): AsyncGenerator<JournaledRecord> {
    const { disk, folder } = this.context;
    if (name === own.name && own.end <= state.offset) return;
    const file = await disk.open(inFolder(folder, name), 'read').catch(ifMissing(undefined));
    if (file === undefined) return;
    try {
      this.known.set(name, state);
      const end = name === own.name ? own.end : await file.size();
      for await (const { found, bytes, next } of readerOf(name)(file, state.offset, end)) {
        if (typeof found === 'string') {
          // What is not complete may be in the middle of a write.
          if (!isFinished && found !== 'unknown') return;
          state[found] += found === 'unknown' ? 1 : bytes;
        }
        state.offset = next;
        if (typeof found !== 'string') yield { record: found, bytes };
      }
    } finally {
      await file.close();
    }
    if (isFinished) this.finish(name, state);
  }

  /** Whether this window began the file after the request was sent, which knows no end of it. */
  private isLater(name: string, own: OwnFile): boolean {
    const { token, number = 0 } = parseJournalName(name) ?? {};
    return token === this.context.token && number > numberOf(own);
  }

  /** Whether nothing is added any more: only the main window knows, which removes it then. */
  private isFinished(name: string, { journals, live, own }: Surroundings): boolean {
    const token = journalToken(name);
    const { number = Infinity } = parseJournalName(name) ?? {};
    if (token === this.context.token) return number < numberOf(own);
    if (token === undefined || !live.includes(token)) return true;
    // Its window writes another one by now.
    return journals.some((other) => {
      const one = parseJournalName(other);
      return one?.token === token && one.number > number;
    });
  }

  /** Says what could not be read. */
  private finish(name: string, state: JournalState): void {
    state.isDone = true;
    const { events, now } = this.context;
    const { damaged, unknown, torn } = state;
    if (damaged > 0) {
      state.aside = asideName(name, now());
      events.report(
        say`${name} is damaged: ${sizeOf(damaged)} cannot be read; all other records can. It is kept as ${state.aside}.`,
      );
    } else if (unknown > 0) {
      state.aside = asideName(name, now(), 'skipped');
      events.report(
        unknown === 1
          ? say`1 stored record is of an unknown kind, perhaps from a newer version. It is kept in ${state.aside} but not shown.`
          : say`${{ amount: unknown }} stored records are of an unknown kind, perhaps from a newer version. They are kept in ${state.aside} but not shown.`,
      );
    } else if (torn > 0) {
      events.report(
        say`The record journal ended in the middle of a record, which was removed (${sizeOf(torn)}). All complete records were kept.`,
        torn,
      );
    }
  }
}

function readerOf(name: string): typeof readLines {
  return isOldJournal(name) ? readOldRecords : readLines;
}

function numberOf({ name }: OwnFile): number {
  return parseJournalName(name)?.number ?? 0;
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
