import path from 'node:path';
import {
  absent,
  type RecordedState,
  isBelow,
  type FileStep,
  isSameState,
  type MoveStep,
  type PlaceStep,
} from './file-steps';

/** Whether a step of a call can still be undone. */
export type StepState = 'live' | 'kept' | 'undone';

/** A step made by a call. */
export interface CallStep {
  /** Unique within the chat. */
  readonly id: string;
  readonly toolCallId: string;
  /** Number of the change, in order of start. */
  readonly order: number;
  readonly step: FileStep;
  readonly counts?: CountsSince;
  state: StepState;
}

export function isLive({ state }: CallStep): boolean {
  return state === 'live';
}

/** Line counts between the content with stamp `base` and the result of the step. */
export interface CountsSince {
  readonly base: string;
  readonly added: number;
  readonly removed: number;
}

/** The location of an item: relative to another tracked item, or absolute. */
export interface TrackedLocation {
  readonly parent: TrackedItem | undefined;
  readonly name: string;
}

/** A file, link or folder changed by a chat: its former state, its current state and location. */
export interface TrackedItem {
  /** Id of the first step since it was last kept or undone. */
  id: string;
  was: TrackedLocation & { readonly image: RecordedState };
  now: { readonly path: string; readonly image: RecordedState };
  steps: readonly CallStep[];
}

export function isPresent(item: TrackedItem): boolean {
  return item.now.image.kind !== 'absent';
}

/** Tracked items by current location, and removed items by former location. */
interface TrackedItems {
  at(place: string): TrackedItem | undefined;
  below(place: string): readonly TrackedItem[];
  /** The item that was there and is gone. */
  goneFrom(spot: TrackedLocation): TrackedItem | undefined;
  spotOf(place: string): TrackedLocation;
  /** Starts tracking the item. */
  add(item: TrackedItem): void;
  /** Moves an item or brings back a removed one; an item that is there counts as removed. */
  show(item: TrackedItem, now: TrackedItem['now']): void;
  vanish(item: TrackedItem): void;
  /** Marks known items at and below a path as gone, except the given item. */
  clear(place: string, except: TrackedItem): void;
  /** Sets the former state of an item, whether it exists or not. */
  setFormer(item: TrackedItem, was: TrackedItem['was']): void;
}

function createTrackedItems(): TrackedItems {
  const present = new Map<string, TrackedItem>();
  const gone = createGoneItems();
  const siblings = createSiblings();

  const below = (place: string) =>
    [...present.values()].filter((item) => isBelow(place, item.now.path));

  function hide(item: TrackedItem): void {
    if (present.get(item.now.path) === item) present.delete(item.now.path);
  }

  function vanish(item: TrackedItem): void {
    hide(item);
    item.now = { path: item.now.path, image: absent };
    gone.add(item);
  }

  function setFormer(item: TrackedItem, was: TrackedItem['was']): void {
    const wasGone = gone.delete(item);
    siblings.delete(item);
    item.was = was;
    siblings.add(item);
    if (wasGone) gone.add(item);
  }

  /** Items below the folder that were tracked before it become its children. */
  function adopt(folder: TrackedItem): void {
    const { parent, name } = folder.was;
    for (const item of siblings.under(parent)) {
      if (!isBelow(name, item.was.name)) continue;
      const inFolder = item.was.name.slice(name.length + 1);
      setFormer(item, { parent: folder, name: inFolder, image: item.was.image });
    }
  }

  function show(item: TrackedItem, now: TrackedItem['now']): void {
    hide(item);
    gone.delete(item);
    const occupant = present.get(now.path);
    if (occupant !== undefined) vanish(occupant);
    item.now = now;
    present.set(now.path, item);
    if (now.image.kind === 'folder') adopt(item);
  }

  return {
    at: (place) => present.get(place),
    below,
    goneFrom: (spot) => gone.get(spot),
    spotOf: (place) => locationOf(place, present),
    add: (item) => {
      siblings.add(item);
      if (isPresent(item)) show(item, item.now);
    },
    show,
    vanish,
    clear: (place, except) => {
      for (const item of [present.get(place), ...below(place)]) {
        if (item !== undefined && item !== except) vanish(item);
      }
    },
    setFormer,
  };
}

/** Relative to the nearest tracked folder. */
function locationOf(place: string, present: ReadonlyMap<string, TrackedItem>): TrackedLocation {
  for (let at = path.dirname(place); at !== path.dirname(at); at = path.dirname(at)) {
    const parent = present.get(at);
    if (parent !== undefined) return { parent, name: place.slice(at.length + 1) };
  }
  return { parent: undefined, name: place };
}

/** Removed items by former location. */
function createGoneItems() {
  const byParent = new Map<TrackedItem | undefined, Map<string, TrackedItem>>();
  return {
    get: ({ parent, name }: TrackedLocation) => byParent.get(parent)?.get(name),
    /**
     * The item from before the chat takes precedence over items created and removed in its place.
     */
    add: (item: TrackedItem) => {
      const names = byParent.get(item.was.parent) ?? new Map<string, TrackedItem>();
      byParent.set(item.was.parent, names);
      const other = names.get(item.was.name);
      const isSecond = other !== undefined && other.was.image.kind !== 'absent';
      if (!isSecond || item.was.image.kind !== 'absent') names.set(item.was.name, item);
    },
    /** Returns true if the item was among them. */
    delete: (item: TrackedItem): boolean => {
      const names = byParent.get(item.was.parent);
      return names?.get(item.was.name) === item && names.delete(item.was.name);
    },
  };
}

/** All items by their former folder. */
function createSiblings() {
  const byParent = new Map<TrackedItem | undefined, Set<TrackedItem>>();
  return {
    under: (parent: TrackedItem | undefined) => [...(byParent.get(parent) ?? [])],
    add: (item: TrackedItem) => {
      const others = byParent.get(item.was.parent) ?? new Set<TrackedItem>();
      byParent.set(item.was.parent, others.add(item));
    },
    delete: (item: TrackedItem) => {
      byParent.get(item.was.parent)?.delete(item);
    },
  };
}

/** The path that an item would have now if it had not been moved or deleted itself. */
export function formerPath({ was: { parent, name } }: TrackedItem): string {
  if (parent === undefined) return name;
  return path.join(isPresent(parent) ? parent.now.path : formerPath(parent), name);
}

/**
 * The combined changes of a chat, in order. Each item is known by its former and its current
 * location. Items in a moved folder move with it, so that earlier steps still apply. Does not
 * access the disk.
 */
export interface PathHistory {
  /** Applies the step of a call. */
  apply(by: CallStep): void;
  /** Applies the step of an undo to the item of the call step with this id. */
  applyUndo(step: FileStep, of: string): void;
  /** Makes the current state the former state. */
  accept(item: TrackedItem): void;
  readonly items: ReadonlySet<TrackedItem>;
  /** The item of a step. */
  owner(stepId: string): TrackedItem | undefined;
  /** The item known to be at a path now. */
  at(place: string): TrackedItem | undefined;
  /** The item at a path, or the one that was there and is gone. */
  find(place: string): TrackedItem | undefined;
  /** All items known to be below a path now. */
  below(place: string): readonly TrackedItem[];
  isMoved(item: TrackedItem): boolean;
  /** False for an item whose location and state are restored. */
  isChanged(item: TrackedItem): boolean;
}

export function createPathHistory(): PathHistory {
  const known = createTrackedItems();
  const items = new Set<TrackedItem>();
  const owners = new Map<string, TrackedItem>();

  const find = (place: string) => known.at(place) ?? known.goneFrom(known.spotOf(place));

  /** The item that a step at a path changes. */
  function subject(place: string, before: RecordedState, of: string): TrackedItem {
    const found = owners.get(of) ?? find(place);
    if (found !== undefined) return found;
    const was = { ...known.spotOf(place), image: before };
    const now = { path: place, image: before };
    const item: TrackedItem = { id: of, was, now, steps: [] };
    items.add(item);
    known.add(item);
    return item;
  }

  function applyStep(step: FileStep, of: string, by?: CallStep): TrackedItem {
    const [place, before] =
      step.kind === 'place' ? [step.path, step.before] : [step.from, step.moved];
    const item = subject(place, before, of);
    if (by !== undefined) renewBaseline(known, item, { place, before, by });
    if (step.kind === 'place') {
      applyPlace(known, item, step);
      return item;
    }
    applyMove(known, item, step);
    return item;
  }

  return {
    apply: (by) => {
      const item = applyStep(by.step, by.id, by);
      item.steps = [...item.steps, by];
      owners.set(by.id, item);
    },
    applyUndo: (step, of) => {
      applyStep(step, of);
    },
    accept: (item) => {
      const { parent, name } = isPresent(item) ? known.spotOf(item.now.path) : item.was;
      known.setFormer(item, { parent, name, image: item.now.image });
    },
    items,
    owner: (stepId) => owners.get(stepId),
    at: (place) => known.at(place),
    find,
    below: (place) => known.below(place),
    isMoved: (item) => isMoved(known, item),
    isChanged: (item) => isChanged(known, item),
  };
}

function isMoved(known: TrackedItems, { was, now }: TrackedItem): boolean {
  if (now.image.kind === 'absent' || was.image.kind === 'absent') return false;
  const { parent, name } = known.spotOf(now.path);
  return parent !== was.parent || name !== was.name;
}

function isChanged(known: TrackedItems, item: TrackedItem): boolean {
  return !isSameState(item.was.image, item.now.image) || isMoved(known, item);
}

/**
 * If nothing is left to undo, the path starts again; otherwise the copy of identical content is
 * used.
 */
function renewBaseline(
  known: TrackedItems,
  item: TrackedItem,
  { place, before, by }: { place: string; before: RecordedState; by: CallStep },
): void {
  const { image } = item.was;
  if (!item.steps.some(isLive)) {
    item.id = by.id;
    item.steps = [];
    known.setFormer(item, { ...known.spotOf(place), image: before });
  } else if (isSameState(image, before)) {
    const lacksCopy = image.kind === 'file' && image.copy === undefined;
    if (lacksCopy || !isChanged(known, item)) item.was = { ...item.was, image: before };
  }
}

function applyPlace(known: TrackedItems, item: TrackedItem, step: PlaceStep): void {
  const { path: place, before, after } = step;
  if (before.kind === 'folder' && after.kind !== 'folder') known.clear(place, item);
  if (after.kind === 'absent') known.vanish(item);
  else known.show(item, { path: place, image: after });
}

function applyMove(known: TrackedItems, item: TrackedItem, { from, to, moved }: MoveStep): void {
  const inside = moved.kind === 'folder' ? known.below(from) : [];
  known.clear(to, item);
  known.show(item, { path: to, image: moved });
  for (const each of inside) {
    known.show(each, { ...each.now, path: path.join(to, path.relative(from, each.now.path)) });
  }
  // An item created by the chat has no former location.
  if (item.was.image.kind === 'absent') {
    known.setFormer(item, { ...known.spotOf(to), image: absent });
  }
}
