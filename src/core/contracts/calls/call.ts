/** When in the agent's cycle; set at the call site, never inferred (000-phases-1). */
export const callPhases = ['planner', 'executor', 'verifier', 'autonomous'] as const;
export type CallPhase = (typeof callPhases)[number];

/**
 * Who made the call: the model, the user by `!command`, `/tool` or an edited call, or Gatehouse by
 * itself.
 */
export const callOrigins = ['model', 'user', 'host'] as const;
export type CallOrigin = (typeof callOrigins)[number];

/** A call as it reaches the pipeline, unchecked. */
export interface RawCall {
  /** Our id: unique in the chat, the same in start, updates, result and audit (INV-05). */
  readonly toolCallId: string;
  /** The tool as the caller named it: canonical id or short name. */
  readonly tool: string;
  /** JSON text from a model, or an object. */
  readonly args: unknown;
  readonly phase: CallPhase;
  readonly origin: CallOrigin;
  /** The user keyed it in as one line, which approves it; any other call of the user is confirmed (decision 75). */
  readonly isKeyed?: true;
  /** 0 for the first attempt; retries are free of quota (decision 15). */
  readonly attempt: number;
  /** Opaque id of a connection; never a tool argument (INV-26a). */
  readonly connectionId?: string;
}

/** Who makes a call and for whom: references only, never secrets (INV-28, INV-F2). */
export interface RunContext {
  readonly sessionId: string;
  readonly actorId: string;
  readonly tenantId: string;
  /** Canonical ids this run may use: absent = what the policy allows, `[]` = none (INV-23). */
  readonly allowedToolIds?: readonly string[];
  /** The actor works on behalf of it (INV-F2). Absent: agents that work for others are not built. */
  readonly subjectId?: string;
  /** The graph that makes the call. Absent: there is one agent loop (INV-06). */
  readonly graphId?: string;
  /** Asked for, then intersected with what is granted (INV-30). Absent: there are no connections. */
  readonly connectionIds?: readonly string[];
}

/** The paths and text by which rules judge a call (003-permissions-1). */
export interface CallSubject {
  /** What permission globs match for bash and tools without paths. */
  readonly text: string;
  /** Paths the call reads or names, as given. */
  readonly reads: readonly string[];
  /** Paths the call creates, changes or removes, as given. */
  readonly writes: readonly string[];
  /** Entries the call removes, moves away or replaces, as given: a final link is not followed. */
  readonly removes?: readonly string[];
  /** A folder that is moved or copied whole, and its destination; both are listed above. */
  readonly takes?: { readonly from: string; readonly to?: string };
  /** Addresses the call asks, as given. */
  readonly urls?: readonly string[];
  /** What in a foreign tool's arguments may be a path: its use of them is unknown (003-mcp-2). */
  readonly mentions?: readonly Mention[];
  readonly command?: string;
  readonly cwd?: string;
}

/** A text in the arguments of a foreign tool that may be a path. */
export interface Mention {
  readonly text: string;
  /** True for a property that names a path; any other text counts only if something is there. */
  readonly isPath: boolean;
  /** Where the tool may start a relative path, in addition to the open folders. */
  readonly from?: string;
}
