import type { AuthCapability } from '../capabilities';
import type { CallSubject } from '../calls/call';
import type { PlanContext, ShownChange, ToolContext, ToolResult } from './define-tool';
import type { ToolEffect, ToolKind, ToolProvenance, ToolSpec, ToolTrait } from '../tool-spec';
import type { Presentation } from '../calls/outcome';
import type { Result } from '../failure';

/** A tool bound to its capabilities: owns its schemas, so the pipeline needs no zod (INV-27). */
export interface BoundTool {
  /** Canonical id, `core__read`. */
  readonly id: string;
  readonly name: string;
  readonly effect: ToolEffect;
  readonly kind: ToolKind;
  /** For a question to the user; undefined for a tool that is named instead. */
  readonly verb: string | undefined;
  /** Tool group by which policies are declared (W2); undefined for a tool without one. */
  readonly group: string | undefined;
  readonly traits: readonly ToolTrait[];
  /** Whose text its results are; undefined for Gatehouse's own. */
  readonly provenance: ToolProvenance | undefined;
  /** True if a call sends what its arguments say to another machine. */
  readonly egress: boolean;
  /** True when a call needs a granted connection (INV-26a). */
  readonly requiresConnection: boolean;
  readonly ownsTimeout: boolean;
  /** True if only the host calls it, for what the user chose. */
  readonly hostOnly?: boolean;
  /** The output field that output filters may shorten for the model. */
  readonly filtered: string | undefined;
  readonly spec: ToolSpec;
  /** Checks the arguments; a failure names path and expectation, never a value. */
  prepare(args: unknown): Result<PreparedCall>;
  validateOutput(value: unknown): Result<OutputFields>;
  /** Keeps the allowlisted top-level fields (INV-04). */
  allowlist(value: OutputFields): OutputFields;
  /** Text for the model, from redacted output. */
  toModel(value: OutputFields): string;
  present(value: OutputFields): Presentation;
}

export type OutputFields = Readonly<Record<string, unknown>>;

/** Arguments that passed the schema, with all that depends on them. */
export interface PreparedCall {
  readonly subject: CallSubject;
  readonly label: string;
  /** Of this call; gates, retries and records use it. */
  readonly effect: ToolEffect;
  /** Repeating it has no further effect: read_only, or idempotent (003-retry-2). */
  readonly retryable: boolean;
  /** What the call would change now; undefined for a tool that does not plan its changes. */
  readonly preview:
    | ((context: Omit<PlanContext, 'isShown' | 'mayReplace'>) => Promise<Result<ShownChange>>)
    | undefined;
  /**
   * `auth`: of the granted connection, for a tool that declared it. `shown`: the basis of the change
   * that the user allowed; if the files differ from it now, nothing is changed. `mayReplace`: as in
   * `PlanContext`, true if absent.
   */
  exec(
    context: ToolContext,
    auth?: AuthCapability,
    shown?: string,
    mayReplace?: boolean,
  ): Promise<ToolResult<unknown>>;
}
