import path from 'node:path';
import type { Sentence } from '../../../core/base/sentence';
import { isImplicitFolder, whyNotRestorable, type FileImage, type FileStep } from './file-steps';

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
export function whyStepNotUndoable({ step }: CallStep): Sentence | undefined {
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
