import path from 'node:path';
import {
  absent,
  type FileImage,
  isBelow,
  isImplicitFolder,
  type FileStep,
  whyNotRestorable,
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

/** Created folders are removed with their content. */
export function canBeUndone(one: CallStep): boolean {
  return isLive(one) && !isImplicitFolder(one.step);
}

/** Why the step of a call cannot be undone. */
export function whyStepNotUndoable({ step }: CallStep): string | undefined {
  return step.kind === 'place' ? whyNotRestorable(step.before) : step.moved.notKept;
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
  was: TrackedLocation & { readonly image: FileImage };
  now: { readonly path: string; readonly image: FileImage };
  steps: readonly CallStep[];
}

export function isPresent(item: TrackedItem): boolean {
  return item.now.image.kind !== 'absent';
}

/** The path that an item would have now if it had not been moved or deleted itself. */
export function formerPath({ was: { parent, name } }: TrackedItem): string {
  if (parent === undefined) return name;
  return path.join(isPresent(parent) ? parent.now.path : formerPath(parent), name);
}

/** Tracked items by current location, and removed items by former location. */
export class TrackedItems {
  private readonly present = new Map<string, TrackedItem>();
  private readonly gone = new GoneItems();
  private readonly siblings = new Siblings();

  at(place: string): TrackedItem | undefined {
    return this.present.get(place);
  }

  below(place: string): readonly TrackedItem[] {
    return [...this.present.values()].filter((item) => isBelow(place, item.now.path));
  }

  /** The item that was there and is gone. */
  goneFrom(spot: TrackedLocation): TrackedItem | undefined {
    return this.gone.get(spot);
  }

  /** Relative to the nearest tracked folder. */
  spotOf(place: string): TrackedLocation {
    for (let at = path.dirname(place); at !== path.dirname(at); at = path.dirname(at)) {
      const parent = this.present.get(at);
      if (parent !== undefined) return { parent, name: place.slice(at.length + 1) };
    }
    return { parent: undefined, name: place };
  }

  /** Starts tracking the item. */
  add(item: TrackedItem): void {
    this.siblings.add(item);
    if (isPresent(item)) this.show(item, item.now);
  }

  /** Moves an item or brings back a removed one; an item that is there counts as removed. */
  show(item: TrackedItem, now: TrackedItem['now']): void {
    this.hide(item);
    this.gone.delete(item);
    const occupant = this.present.get(now.path);
    if (occupant !== undefined) this.vanish(occupant);
    item.now = now;
    this.present.set(now.path, item);
    if (now.image.kind === 'folder') this.adopt(item);
  }

  vanish(item: TrackedItem): void {
    this.hide(item);
    item.now = { path: item.now.path, image: absent };
    this.gone.add(item);
  }

  /** Marks known items at and below a path as gone, except the given item. */
  clear(place: string, except: TrackedItem): void {
    for (const item of [this.present.get(place), ...this.below(place)]) {
      if (item !== undefined && item !== except) this.vanish(item);
    }
  }

  /** Sets the former state of an item, whether it exists or not. */
  setFormer(item: TrackedItem, was: TrackedItem['was']): void {
    const wasGone = this.gone.delete(item);
    this.siblings.delete(item);
    item.was = was;
    this.siblings.add(item);
    if (wasGone) this.gone.add(item);
  }

  private hide(item: TrackedItem): void {
    if (this.present.get(item.now.path) === item) this.present.delete(item.now.path);
  }

  /** Items below the folder that were tracked before it become its children. */
  private adopt(folder: TrackedItem): void {
    const { parent, name } = folder.was;
    for (const item of this.siblings.under(parent)) {
      if (!isBelow(name, item.was.name)) continue;
      const inFolder = item.was.name.slice(name.length + 1);
      this.setFormer(item, { parent: folder, name: inFolder, image: item.was.image });
    }
  }
}

/** Removed items by former location. */
class GoneItems {
  private readonly byParent = new Map<TrackedItem | undefined, Map<string, TrackedItem>>();

  get({ parent, name }: TrackedLocation): TrackedItem | undefined {
    return this.byParent.get(parent)?.get(name);
  }

  /** The item from before the chat takes precedence over items created and removed in its place. */
  add(item: TrackedItem): void {
    const names = this.byParent.get(item.was.parent) ?? new Map<string, TrackedItem>();
    this.byParent.set(item.was.parent, names);
    const other = names.get(item.was.name);
    const isSecond = other !== undefined && other.was.image.kind !== 'absent';
    if (!isSecond || item.was.image.kind !== 'absent') names.set(item.was.name, item);
  }

  /** Returns true if the item was among them. */
  delete(item: TrackedItem): boolean {
    const names = this.byParent.get(item.was.parent);
    return names?.get(item.was.name) === item && names.delete(item.was.name);
  }
}

/** All items by their former folder. */
class Siblings {
  private readonly byParent = new Map<TrackedItem | undefined, Set<TrackedItem>>();

  under(parent: TrackedItem | undefined): readonly TrackedItem[] {
    return [...(this.byParent.get(parent) ?? [])];
  }

  add(item: TrackedItem): void {
    const others = this.byParent.get(item.was.parent) ?? new Set<TrackedItem>();
    this.byParent.set(item.was.parent, others.add(item));
  }

  delete(item: TrackedItem): void {
    this.byParent.get(item.was.parent)?.delete(item);
  }
}
