import { EventEmitter, once } from 'node:events';
import type { RecentActivity } from '../../../../src/host/diagnostics/editor-diagnostics';
import type { FakeClock } from '../../fakes/clock';

export interface FakeActivity extends RecentActivity {
  change(): void;
  publish(): void;
  /** Settles when somebody begins to wait. */
  waited(): Promise<unknown>;
  /** How many wait. */
  waiting(): number;
}

/** Changes and published problems, at the times of a fake clock. */
export function createFakeActivity(clock: FakeClock): FakeActivity {
  const events = new EventEmitter();
  const times: { changedAt?: number; publishedAt?: number } = {};
  return {
    get changedAt() {
      return times.changedAt;
    },
    get publishedAt() {
      return times.publishedAt;
    },
    onDidPublish: (listener) => {
      events.on('publish', listener);
      events.emit('waited');
      return { dispose: () => void events.off('publish', listener) };
    },
    change: () => {
      times.changedAt = clock.monotonic();
    },
    publish: () => {
      times.publishedAt = clock.monotonic();
      events.emit('publish');
    },
    waited: () => once(events, 'waited'),
    waiting: () => events.listenerCount('publish'),
  };
}
