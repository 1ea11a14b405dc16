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

/** A step that a call made. */
export interface CallStep {
  /** Of no other step of the chat. */
  readonly id: string;
  readonly toolCallId: string;
  /** Changes are numbered as they began. */
  readonly order: number;
  readonly step: FileStep;
  readonly counts?: CountsSince;
  state: StepState;
}

export function isLive({ state }: CallStep): boolean {
  return state === 'live';
}

/** Lines between the content with stamp `base` and what the step left. */
export interface CountsSince {
  readonly base: string;
  readonly added: number;
  readonly removed: number;
}

/** Where a thing was: below another thing that the chat has touched, or by its absolute path. */
export interface TrackedLocation {
  readonly parent: TrackedItem | undefined;
  readonly name: string;
}

/** A file, link or folder that a chat has touched: what it was, and what and where it is. */
export interface TrackedItem {
  /** Of the step that first touched it since it was last kept or undone. */
  id: string;
  was: TrackedLocation & { readonly image: RecordedState };
  now: { readonly path: string; readonly image: RecordedState };
  steps: readonly CallStep[];
}

export function isPresent(item: TrackedItem): boolean {
  return item.now.image.kind !== 'absent';
}

/**
 * The things a chat has touched, by where they are now, and those that are gone by where they were.
 */
interface TrackedItems {
  at(place: string): TrackedItem | undefined;
  below(place: string): readonly TrackedItem[];
  /** What was there and is gone. */
  goneFrom(spot: TrackedLocation): TrackedItem | undefined;
  spotOf(place: string): TrackedLocation;
  /** From now on it is known. */
  add(item: TrackedItem): void;
  /**
   * Moves an item that is there, or brings back one that is gone; what stood there is gone then.
   */
  show(item: TrackedItem, now: TrackedItem['now']): void;
  vanish(item: TrackedItem): void;
  /** Marks known items at and below a path as gone, except the given item. */
  clear(place: string, except: TrackedItem): void;
  /** Where an item was; it may be gone or not. */
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

  /** What was below a folder before the folder itself was known belongs to it from now on. */
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

/** Below the nearest folder that is known. */
function locationOf(place: string, present: ReadonlyMap<string, TrackedItem>): TrackedLocation {
  for (let at = path.dirname(place); at !== path.dirname(at); at = path.dirname(at)) {
    const parent = present.get(at);
    if (parent !== undefined) return { parent, name: place.slice(at.length + 1) };
  }
  return { parent: undefined, name: place };
}

/** Things that are not there now, by where they were. */
function createGoneItems() {
  const byParent = new Map<TrackedItem | undefined, Map<string, TrackedItem>>();
  return {
    get: ({ parent, name }: TrackedLocation) => byParent.get(parent)?.get(name),
    /** What was there before the chat has precedence over what came and went in its place. */
    add: (item: TrackedItem) => {
      const names = byParent.get(item.was.parent) ?? new Map<string, TrackedItem>();
      byParent.set(item.was.parent, names);
      const other = names.get(item.was.name);
      const isSecond = other !== undefined && other.was.image.kind !== 'absent';
      if (!isSecond || item.was.image.kind !== 'absent') names.set(item.was.name, item);
    },
    /** True when it was among them. */
    delete: (item: TrackedItem): boolean => {
      const names = byParent.get(item.was.parent);
      return names?.get(item.was.name) === item && names.delete(item.was.name);
    },
  };
}

/** All things, by the folder they were in. */
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

/** Where a thing would be now, had it not been moved or deleted itself. */
export function formerPath({ was: { parent, name } }: TrackedItem): string {
  if (parent === undefined) return name;
  return path.join(isPresent(parent) ? parent.now.path : formerPath(parent), name);
}

/**
 * The changes of one chat taken together, in the order they were made: what it has touched, each
 * thing known both by where it was and by where it is. Things inside a moved folder move along, so
 * that steps made before the move are still understood. Knows no disk.
 */
export interface PathHistory {
  /** What a call did. */
  apply(by: CallStep): void;
  /** What an undo did to the thing that the step with this id was about. */
  applyUndo(step: FileStep, of: string): void;
  /** What is there now becomes what was there. */
  accept(item: TrackedItem): void;
  readonly items: ReadonlySet<TrackedItem>;
  /** What a step was about. */
  owner(stepId: string): TrackedItem | undefined;
  /** The item known to be at a path now. */
  at(place: string): TrackedItem | undefined;
  /** The same, or what stood there and is gone. */
  find(place: string): TrackedItem | undefined;
  /** Everything known to stand below a path now. */
  below(place: string): readonly TrackedItem[];
  isMoved(item: TrackedItem): boolean;
  /** False for what is again where and what it was. */
  isChanged(item: TrackedItem): boolean;
}

export function createPathHistory(): PathHistory {
  const known = createTrackedItems();
  const items = new Set<TrackedItem>();
  const owners = new Map<string, TrackedItem>();

  const find = (place: string) => known.at(place) ?? known.goneFrom(known.spotOf(place));

  /** The thing that a step at a place is about. */
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

/** With nothing left to undo, a path starts again; otherwise the copy of the same content is used. */
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
  // What the chat made itself has no other place to go back to.
  if (item.was.image.kind === 'absent') {
    known.setFormer(item, { ...known.spotOf(to), image: absent });
  }
}
