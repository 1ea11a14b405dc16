import type { PathAfter, PathBefore, ChangeOrigin } from '../../../src/core/contracts/file-changes';
import type { ChangeRecorder, PathMove, OpenChange } from '../../../src/core/ports/file-changes';

/** One change as reported to the recorder. */
export interface FakeChange {
  readonly by: ChangeOrigin;
  readonly places: readonly PathBefore[];
  readonly move?: PathMove;
  /** `open` until ended or abandoned. */
  state: 'open' | 'ended' | 'abandoned';
  after: readonly PathAfter[];
}

export interface FakeRecorder extends ChangeRecorder {
  readonly changes: readonly FakeChange[];
  /** Notes returned for the next change. */
  notes: readonly string[];
  /** Called when a change has begun, before it is made. */
  onBegun: () => void;
}

export function createFakeRecorder(): FakeRecorder {
  const changes: FakeChange[] = [];
  const begin = (change: FakeChange): Promise<OpenChange> => {
    changes.push(change);
    recorder.onBegun();
    return Promise.resolve({
      notes: recorder.notes,
      end: (after) => {
        Object.assign(change, { state: 'ended', after });
        return Promise.resolve();
      },
      abandon: () => {
        change.state = 'abandoned';
        return Promise.resolve();
      },
    });
  };
  const recorder: FakeRecorder = {
    changes,
    notes: [],
    onBegun: () => undefined,
    begin: (by, places) => begin({ by, places, state: 'open', after: [] }),
    beginMove: (by, move) => begin({ by, places: [], move, state: 'open', after: [] }),
  };
  return recorder;
}
