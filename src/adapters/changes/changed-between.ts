import { isSameImage, type KeptImage } from './kept-image';
import { isLive, type Item } from './known-items';
import type { Step } from './steps';

/**
 * True when a call did not find what the call before it had left, or when what is there now was left
 * by none: somebody else was there.
 */
export function isChangedBetween({ steps, now }: Item): boolean {
  const live = steps.filter(isLive).map(({ step }) => step);
  return live.some((step, at) => {
    const next = live[at + 1];
    return !isSameImage(leftBy(step), next === undefined ? now.image : foundBy(next));
  });
}

function leftBy(step: Step): KeptImage {
  return step.kind === 'move' ? step.moved : step.after;
}

function foundBy(step: Step): KeptImage {
  return step.kind === 'move' ? step.moved : step.before;
}
