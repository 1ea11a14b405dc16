import type { BoundTool } from '../../contracts/tools/bound-tool';
import type { BoundGate } from '../../contracts/policy/define-gate';
import type { AuditLog } from '../../ports/audit-log';
import type { Authorization, ConnectionBroker, ConnectionGrants } from '../../ports/authorization';
import type { Clock, Ids, Random } from '../../ports/system';
import type { Files } from '../../ports/files';
import type { OverflowStore } from '../../ports/conversations';
import type { PolicySource, TrustLevels } from '../../ports/policy';
import type { ShellReader } from '../../ports/shell';
import type { Snapshots } from '../../ports/snapshots';
import type { Workspace } from '../../ports/workspace';
import type { Confirmations } from './confirmations';
import type { RetryLimits } from './retry-limits';
import type { RetainedSnapshots } from './retained-snapshots';
import type { TaskSet } from './async';
import type { SessionStates } from './sessions';

export interface PipelineParts {
  readonly tools: readonly BoundTool[];
  readonly gates: readonly BoundGate[];
  readonly audit: AuditLog;
  readonly overflow: OverflowStore;
  readonly files: Files;
  readonly shell: ShellReader;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly policy: PolicySource;
  readonly trust: TrustLevels;
  readonly authorization: Authorization;
  readonly connections: {
    readonly grants: ConnectionGrants;
    readonly broker: ConnectionBroker;
  };
  readonly workspace: Workspace;
  readonly snapshots: Snapshots;
  /** Read for each call, so that a change applies from the next one on. */
  readonly retry: () => RetryLimits;
  readonly random: Random;
  /** Lets other work of the process run; resolves in a later turn of the event loop. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** False if the user turned off warnings about credentials; they are removed anyway. */
  readonly secretWarnings: () => boolean;
  /** Receives unexpected errors; the log redacts the text. */
  readonly report: (error: unknown) => void;
}

/** The parts, and what the pipeline itself makes of them. */
export interface PipelineDeps extends PipelineParts {
  readonly index: ReadonlyMap<string, BoundTool>;
  readonly sessions: SessionStates;
  readonly confirmations: Confirmations;
  readonly backgroundEnds: TaskSet;
  readonly retainedSnapshots: RetainedSnapshots;
}
