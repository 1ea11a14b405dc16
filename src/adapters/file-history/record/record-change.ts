import { inEnglish, say, type Sentence } from '../../../core/base/sentence';
import type { PathAfter, PathBefore } from '../../../core/contracts/file-changes';
import type { PathMove, OpenChange } from '../../../core/ports/file-changes';
import type { ChatChangeState } from './open-chats';
import { countChange } from './line-counts';
import { stateOnly } from '../history/file-steps';
import { isMade } from '../../files/record-change';
import {
  notesOf,
  planCopies,
  planNoCopies,
  type PlaceBefore,
  type PlannedCopies,
} from './plan-copies';
import type {
  BegunChange,
  BegunLine,
  EndedLine,
  MadeLine,
  RecordLine,
} from '../history/record-format';

export const switchedOff = say`copies are turned off (gatehouse.changes.maxBytes is 0)`;
const copyFailed = say`the copy of the previous content could not be saved`;

/**
 * Saves what an undo needs before a change is made. A failure never fails the change: it is
 * recorded as not undoable, with a note.
 */
export function beginPlaces(
  chat: ChatChangeState,
  toolCallId: string,
  places: readonly PathBefore[],
): Promise<OpenChange> {
  return begin(chat, toolCallId, { places, change: changeOf });
}

/**
 * Records a change that has already been made, completely or not at all: what happens to its paths
 * later is not part of it. Returns its notes.
 */
export async function recordMade(
  chat: ChatChangeState,
  toolCallId: string,
  { places, after }: MadeChange,
): Promise<readonly Sentence[]> {
  const { line, notes } = await keep(chat, toolCallId, {
    ...{ places, change: changeOf },
    lineOf: async (begun): Promise<MadeLine> => {
      return { ...begun, is: 'made', ...(await counted(chat, begun, after)) };
    },
  });
  chat.apply(line);
  chat.notifyChanged();
  return notes;
}

export function beginMove(
  chat: ChatChangeState,
  toolCallId: string,
  { from, to, replaced }: PathMove,
): Promise<OpenChange> {
  const change = (places: PlannedCopies['places'], notKept?: Sentence): BegunChange => ({
    ...{ kind: 'move', from, to, replaced: places[0]?.image ?? stateOnly(replaced) },
    ...(notKept !== undefined && { notKept }),
  });
  return begin(chat, toolCallId, { places: [{ path: to, before: replaced }], change });
}

/** A change that was made before it is recorded. */
export interface MadeChange {
  readonly places: readonly PlaceBefore[];
  readonly after: readonly PathAfter[];
}

interface Begin {
  readonly places: readonly PlaceBefore[];
  readonly change: (places: PlannedCopies['places'], notKept?: Sentence) => BegunChange;
}

const changeOf: Begin['change'] = (places) => ({ kind: 'places', places });

/** Saves the copies and the line of a change; the line remains to be applied. */
async function keep<L extends BegunLine | MadeLine>(
  chat: ChatChangeState,
  toolCallId: string,
  parts: Begin & { readonly lineOf: (begun: BegunLine) => Promise<L> | L },
): Promise<{ readonly line: L; readonly notes: readonly Sentence[]; readonly isOnDisk: boolean }> {
  const { places, change, lineOf } = parts;
  const { limits } = chat;
  const begun = { is: 'begun', order: chat.history.nextOrder, toolCallId, at: chat.now() } as const;
  const without = async (reason: Sentence) => {
    const kept = planNoCopies(places, reason);
    const line = await lineOf({ ...begun, change: change(kept.places, reason) });
    return { line, notes: notesOf(kept), isOnDisk: false };
  };
  if (limits.maxBytes === 0) return without(switchedOff);
  try {
    const record = await chat.deps.recordOf(chat);
    const kept = planCopies(places, record.copies, limits);
    // No call goes on before both are on disk, so neither has to be there first.
    const line = await record.copies.save(kept.contents, async () => {
      const made = await lineOf({ ...begun, change: change(kept.places) });
      await record.append(made);
      return made;
    });
    return { line, notes: notesOf(kept), isOnDisk: true };
  } catch (error) {
    chat.report(error);
    return without(copyFailed);
  }
}

async function begin(chat: ChatChangeState, toolCallId: string, parts: Begin): Promise<OpenChange> {
  const lineOf = (begun: BegunLine): BegunLine => begun;
  const { line: begun, notes, isOnDisk } = await keep(chat, toolCallId, { ...parts, lineOf });
  const { order } = begun;
  chat.apply(begun);

  /** What a later window would find out by itself is written while the call goes on. */
  async function record(line: RecordLine): Promise<void> {
    const isFound = line.is === 'ended' && isAsIntended(begun, line);
    const written = isFound ? chat.writeSoon(line) : chat.write(line);
    const done = written.catch((error: unknown) => chat.report(error));
    if (!isFound) await done;
  }

  /** Runs once; a change that has ended or whose chat is closed is already settled. */
  async function settle(work: () => Promise<EndedLine | undefined>): Promise<void> {
    await chat.serial.run(async () => {
      if (!chat.history.open.has(order)) return;
      const line = (await work()) ?? ({ is: 'abandoned', order } as const);
      chat.apply(line);
      if (isOnDisk) await record(line);
      if (line.is === 'abandoned') await chat.releaseCopies();
      chat.notifyChanged();
    });
  }

  return {
    notes: notes.map(inEnglish),
    end: (after) =>
      settle(async () => {
        return { is: 'ended', order, at: chat.now(), ...(await counted(chat, begun, after)) };
      }),
    abandon: () => settle(() => Promise.resolve(undefined)),
  };
}

/** True if the state of its paths shows that the change was made. */
function isAsIntended({ change }: BegunLine, { after }: EndedLine): boolean {
  if (change.kind !== 'places') return false;
  return change.places.every(({ image: before, ...place }, at) => {
    const now = after[at]?.image;
    return now !== undefined && isMade({ before, ...place }, now);
  });
}

async function counted(
  chat: ChatChangeState,
  begun: BegunLine,
  after: readonly PathAfter[],
): Promise<Pick<EndedLine, 'after' | 'counts'>> {
  try {
    return await countChange(chat, begun, after);
  } catch (error) {
    // The change is valid without line counts.
    chat.report(error);
    return {
      after: after.map(({ path, after: image }) => ({ path, image: stateOnly(image) })),
      counts: [],
    };
  }
}
