import path from 'node:path';
import { absent, type RecordedState } from './kept-image';
import { isBelow, type FileStep } from './steps';

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

/** The things a chat has touched, by where they are now, and those that are gone by where they were. */
export interface TrackedItems {
  at(place: string): TrackedItem | undefined;
  below(place: string): readonly TrackedItem[];
  /** What was there and is gone. */
  goneFrom(spot: TrackedLocation): TrackedItem | undefined;
  spotOf(place: string): TrackedLocation;
  /** From now on it is known. */
  add(item: TrackedItem): void;
  /** Moves an item that is there, or brings back one that is gone; what stood there is gone then. */
  show(item: TrackedItem, now: TrackedItem['now']): void;
  vanish(item: TrackedItem): void;
  /** What is known to stand at and below a place is gone, except the item. */
  clear(place: string, except: TrackedItem): void;
  /** Where an item was; it may be gone or not. */
  setFormer(item: TrackedItem, was: TrackedItem['was']): void;
}

export function createTrackedItems(): TrackedItems {
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
