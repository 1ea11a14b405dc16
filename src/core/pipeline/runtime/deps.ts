import type { ToolSpec, ToolTrait } from '../../contracts/tool-spec';
import type { SuccessRecord } from '../../contracts/policy/tool-policy';
import type { Policy } from '../../contracts/policy/policy';
import type { BoundGate } from '../../contracts/policy/define-gate';
import type { AuditLog } from '../../ports/audit-log';
import type { Authorization, ConnectionBroker, ConnectionGrants } from '../../ports/authorization';
import type { Random, System } from '../../ports/system';
import type { Files, Globs, LimitedFiles } from '../../ports/files';
import type { OverflowStore } from '../../ports/conversations';
import type { PolicySource, TrustLevels } from '../../ports/policy';
import type { ShellReader } from '../../ports/shell';
import type { ProtectedFiles, Snapshots } from '../../ports/snapshots';
import type { ToolSource } from '../../ports/tools';
import type { Workspace } from '../../ports/workspace';
import type { Confirmations } from './confirmations';
import type { RetryLimits } from './retry-limits';
import type { TaskSet } from '../../base/async';
import type { SessionStates } from './sessions';
import type { ToolTable } from './tool-table';

export interface PipelineParts {
  readonly sources: readonly ToolSource[];
  readonly gates: readonly BoundGate[];
  readonly access: CallAccess;
  readonly environment: CallEnvironment;
  readonly store: CallStore;
  readonly settings: CallSettings;
  readonly system: PipelineSystem;
  /** Receives unexpected errors; the text is redacted by the log. */
  readonly report: (error: unknown) => void;
}

/** What the selectors of a catalog know of the request it is for. */
export interface CatalogRequest {
  readonly policy: Policy;
  /** Canonical ids this run may use; undefined = what the policy allows (INV-23). */
  readonly allowedToolIds: readonly string[] | undefined;
  /** What the chat did successfully; nothing if the request is of no chat. */
  readonly record: Pick<SuccessRecord, 'hasRun'>;
  /** As gates read it. */
  readonly userMessage: string | undefined;
}

/** Chooses among the tools for a request. It can only leave tools out. */
export type ToolSelector = (
  tools: readonly ToolSpec[],
  request: CatalogRequest,
) => readonly ToolSpec[];

/** Decides, with the gates, what models are offered and what may run. */
export interface CallAccess {
  /** Between all tools and the catalog of a request. */
  readonly selectors: readonly ToolSelector[];
  readonly policy: PolicySource;
  readonly trust: TrustLevels;
  readonly authorization: Authorization;
  readonly connections: {
    readonly grants: ConnectionGrants;
    readonly broker: ConnectionBroker;
  };
}

/** Where calls run: shows what the paths and the command of a call lead to. */
export interface CallEnvironment {
  readonly workspace: Workspace;
  readonly files: Files;
  readonly limited: LimitedFiles;
  readonly globs: Globs;
  readonly shell: ShellReader;
}

/** Keeps what calls leave behind. */
export interface CallStore {
  readonly audit: AuditLog;
  readonly overflow: OverflowStore;
  readonly snapshots: Snapshots;
  readonly protectedFiles: ProtectedFiles;
}

/** Read for each call, so that a change applies from the next one on. */
export interface CallSettings {
  readonly retry: () => RetryLimits;
  /** False if the user wants no warning about credentials; they are removed anyway. */
  readonly secretWarnings: () => boolean;
}

export interface PipelineSystem extends System {
  readonly random: Random;
  /** SHA-256 in hex. */
  readonly digest: (text: string) => string;
  /** Lets other work of the process run; resolves in a later turn of the event loop. */
  readonly yieldToEventLoop: () => Promise<void>;
}

/** The parts, and what the pipeline itself makes of them. */
export interface PipelineDeps extends PipelineParts {
  readonly tools: ToolTable;
  /** Canonical ids of the tools with a trait. */
  readonly toolsWith: (trait: ToolTrait) => readonly string[];
  readonly state: PipelineState;
}

/** What the pipeline remembers from call to call. */
export interface PipelineState {
  readonly sessions: SessionStates;
  readonly confirmations: Confirmations;
  readonly backgroundEnds: TaskSet;
}
