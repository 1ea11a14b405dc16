import { isInside, type PathStyle } from '../../core/base/paths';
import type { OtherCommands } from './command-snapshot';
import type { SnapshotTarget } from './target';

/** Which commands run on which places, so that none is blamed for what another one did. */
export interface CommandOverlaps {
  enter(targets: readonly SnapshotTarget[]): OtherCommands;
}

interface Running {
  readonly targets: readonly SnapshotTarget[];
  besideAnother: boolean;
}

export function createCommandOverlaps(style: PathStyle): CommandOverlaps {
  const running = new Set<Running>();
  const meet = (one: Running, other: Running): boolean =>
    one !== other &&
    one.targets.some(({ path: a }) =>
      other.targets.some(({ path: b }) => isInside(a, b, style) || isInside(b, a, style)),
    );
  return {
    enter: (targets) => {
      const own: Running = { targets, besideAnother: false };
      for (const other of running) {
        if (!meet(own, other)) continue;
        own.besideAnother = true;
        other.besideAnother = true;
      }
      running.add(own);
      return {
        leave: () => void running.delete(own),
        ranBeside: () => own.besideAnother,
        runNow: () => [...running].some((other) => meet(own, other)),
      };
    },
  };
}
