import { isSameState, type RecordedState } from './kept-image';
import { isLive, type TrackedItem } from './known-items';
import type { FileStep } from './steps';

/**
 * True when a call did not find what the call before it had left, or when what is there now was left
 * by none: somebody else was there.
 */
export function isChangedBetween({ steps, now }: TrackedItem): boolean {
  const live = steps.filter(isLive).map(({ step }) => step);
  return live.some((step, at) => {
    const next = live[at + 1];
    return !isSameState(leftBy(step), next === undefined ? now.image : foundBy(next));
  });
}

function leftBy(step: FileStep): RecordedState {
  return step.kind === 'move' ? step.moved : step.after;
}

function foundBy(step: FileStep): RecordedState {
  return step.kind === 'move' ? step.moved : step.before;
}
