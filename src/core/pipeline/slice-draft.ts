import type { SliceDraft } from '../contracts/define-tool';
import { frozenCopy } from './frozen-copy';

/** A draft over slices: what is set in it is part of them once it is kept (002 W25). */
export interface CommittableDraft extends SliceDraft {
  commit(): void;
}

/** `slices` are those of a chat, or another draft. */
export function draftOver(slices: SliceDraft): CommittableDraft {
  const changed = new Map<string, unknown>();
  return {
    get: (name) => (changed.has(name) ? changed.get(name) : slices.get(name)),
    set: (name, value) => {
      changed.set(name, frozenCopy(value));
    },
    commit: () => {
      for (const [name, value] of changed) slices.set(name, value);
    },
  };
}
