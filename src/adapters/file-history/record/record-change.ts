import type { PathAfter, PathBefore } from '../../../core/contracts/file-changes';
import type { PathMove, OpenChange, PathStates } from '../../../core/ports/file-changes';
import type { ChangeRecord } from './change-record';
import type { ChatChangeState } from './open-chats';
import { countChange } from './line-counts';
import { stateOnly } from '../history/file-steps';
import { isSamePathState } from '../../files/path-state';
import {
  notesOf,
  planCopies,
  planNoCopies,
  type CopyLimits,
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

export interface RecordChangeDeps {
  readonly places: PathStates;
  readonly limits: () => CopyLimits;
  readonly now: () => number;
  /** Opens the chat's record, creating it with the first change; rejects on failure. */
  readonly openRecord: () => Promise<ChangeRecord>;
}

const switchedOff = 'copies are turned off (gatehouse.changes.maxBytes is 0)';
const copyFailed = 'the copy of the previous content could not be saved';

/**
 * Saves what an undo needs before a change is made. A failure never fails the change: it is
 * recorded as not undoable, with a note.
 */
export async function beginPlaces(
  chat: ChatChangeState,
  toolCallId: string,
  { places, deps }: { readonly places: readonly PathBefore[]; readonly deps: RecordChangeDeps },
): Promise<OpenChange> {
  const change = (kept: PlannedCopies): BegunChange => ({ kind: 'places', places: kept.places });
  return begin(chat, toolCallId, { places, change, deps });
}

/**
 * Records a change that has already been made, completely or not at all: what happens to its paths
 * later is not part of it. Returns its notes.
 */
export async function recordMade(
  chat: ChatChangeState,
  toolCallId: string,
  parts: {
    readonly places: readonly PlaceBefore[];
    readonly after: readonly PathAfter[];
    readonly deps: RecordChangeDeps;
  },
): Promise<readonly string[]> {
  const { places, after, deps } = parts;
  const change = (kept: PlannedCopies): BegunChange => ({ kind: 'places', places: kept.places });
  const { line, notes } = await keep(chat, toolCallId, {
    ...{ places, change, deps },
    lineOf: async (begun): Promise<MadeLine> => {
      return { ...begun, is: 'made', ...(await counted(chat, begun, { after, deps })) };
    },
  });
  chat.apply(line);
  chat.notifyChanged();
  return notes;
}

export async function beginMove(
  chat: ChatChangeState,
  toolCallId: string,
  { move, deps }: { readonly move: PathMove; readonly deps: RecordChangeDeps },
): Promise<OpenChange> {
  const { from, to, replaced } = move;
  const change = (kept: PlannedCopies, notKept?: string): BegunChange => ({
    kind: 'move',
    from,
    to,
    replaced: kept.places[0]?.image ?? stateOnly(replaced),
    ...(notKept !== undefined && { notKept }),
  });
  return begin(chat, toolCallId, { places: [{ path: to, before: replaced }], change, deps });
}

interface Begin {
  readonly places: readonly PlaceBefore[];
  readonly change: (kept: PlannedCopies, notKept?: string) => BegunChange;
  readonly deps: RecordChangeDeps;
}

async function begin(chat: ChatChangeState, toolCallId: string, parts: Begin): Promise<OpenChange> {
  const lineOf = (begun: BegunLine): Promise<BegunLine> => Promise.resolve(begun);
  const { line, notes, isOnDisk } = await keep(chat, toolCallId, { ...parts, lineOf });
  chat.apply(line);
  return openChange(chat, { begun: line, isOnDisk, deps: parts.deps }, notes);
}

/** Saves the copies and the line of a change; the line remains to be applied. */
async function keep<L extends BegunLine | MadeLine>(
  chat: ChatChangeState,
  toolCallId: string,
  parts: Begin & { readonly lineOf: (begun: BegunLine) => Promise<L> },
): Promise<KeptLine<L>> {
  const { places, change, deps, lineOf } = parts;
  const order = chat.history.nextOrder;
  const begun = { is: 'begun', order, toolCallId, at: deps.now() } as const;
  const without = async (reason: string): Promise<KeptLine<L>> => {
    const kept = planNoCopies(places, reason);
    const line = await lineOf({ ...begun, change: change(kept, reason) });
    return { line, notes: notesOf(kept), isOnDisk: false };
  };
  const limits = deps.limits();
  if (limits.maxBytes === 0) return without(switchedOff);
  try {
    const record = (chat.record ??= await deps.openRecord());
    const kept = planCopies(places, record.copies, limits);
    // No call goes on before both are on disk, so neither has to be there first.
    const line = await record.copies.save(kept.contents, async () => {
      const made = await lineOf({ ...begun, change: change(kept) });
      await record.append(made);
      return made;
    });
    return { line, notes: notesOf(kept), isOnDisk: true };
  } catch (error) {
    chat.report(error);
    return without(copyFailed);
  }
}

interface KeptLine<L> {
  readonly line: L;
  readonly notes: readonly string[];
  readonly isOnDisk: boolean;
}

function openChange(
  chat: ChatChangeState,
  open: {
    readonly begun: BegunLine;
    readonly isOnDisk: boolean;
    readonly deps: RecordChangeDeps;
  },
  notes: readonly string[],
): OpenChange {
  const { begun, isOnDisk, deps } = open;
  const { order } = begun;

  /** What a later window would find out by itself is flushed while the call goes on. */
  function record(line: RecordLine): Promise<void> {
    if (line.is === 'ended' && isAsIntended(begun, line)) return chat.writeSoon(line);
    return chat.write(line).catch((error: unknown) => chat.report(error));
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
    notes,
    end: (after) =>
      settle(async () => ({
        is: 'ended',
        order,
        at: deps.now(),
        ...(await counted(chat, begun, { after, deps })),
      })),
    abandon: () => settle(() => Promise.resolve(undefined)),
  };
}

/** True if the state of its paths shows that the change was made: see `leftByCall`. */
function isAsIntended({ change }: BegunLine, { after }: EndedLine): boolean {
  if (change.kind !== 'places') return false;
  return change.places.every(({ intended, image }, at) => {
    const now = after[at]?.image;
    const isIntended =
      intended !== undefined && now !== undefined && isSamePathState(now, intended);
    return isIntended && !isSamePathState(now, image);
  });
}

async function counted(
  chat: ChatChangeState,
  begun: BegunLine,
  { after, deps }: { readonly after: readonly PathAfter[]; readonly deps: RecordChangeDeps },
): Promise<Pick<EndedLine, 'after' | 'counts'>> {
  try {
    return await countChange(begun, after, {
      tree: chat.history.tree,
      places: deps.places,
      copy: (name) => chat.copy(name),
      signal: new AbortController().signal,
    });
  } catch (error) {
    // The change is valid without line counts.
    chat.report(error);
    return {
      after: after.map(({ path, after: image }) => ({ path, image: stateOnly(image) })),
      counts: [],
    };
  }
}
