import type { BoundTool } from '../contracts/bound-tool';
import type { BoundGate } from '../contracts/define-gate';
import type { AuditLog } from '../ports/audit-log';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import type { OverflowStore } from '../ports/overflow-store';
import type { PermissionRules } from '../ports/permission-rules';
import type { RunPolicy } from '../ports/run-policy';
import type { Workspace } from '../ports/workspace';
import type { SpentCalls } from './spent-calls';
import type { CompletedTools } from './completed-tools';

/** What the pipeline is built from; handed in by the composition root. */
export interface PipelineParts {
  readonly tools: readonly BoundTool[];
  readonly gates: readonly BoundGate[];
  readonly audit: AuditLog;
  readonly overflow: OverflowStore;
  readonly files: Files;
  readonly clock: Clock;
  readonly policy: RunPolicy;
  readonly permissions: PermissionRules;
  readonly workspace: Workspace;
  /** Receives unexpected errors; the text is redacted by the log. */
  readonly report: (error: unknown) => void;
}

/** The parts, with what the pipeline itself makes of them. */
export interface PipelineDeps extends PipelineParts {
  readonly index: ReadonlyMap<string, BoundTool>;
  readonly spent: SpentCalls;
  readonly completed: CompletedTools;
}
