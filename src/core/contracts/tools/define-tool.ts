import type * as z from 'zod';
import type { Sentence } from '../../base/sentence';
import type { CallSubject } from '../calls/call';
import type { SpooledOutput } from '../calls/spooled-output';
import type { ToolEffect, ToolKind, ToolProvenance, ToolTrait } from '../tool-spec';
import type { Failure, Result } from '../failure';
import type { FilterReport } from '../filter-rule';
import type { FileDiff, Presentation, ToolProgress } from '../calls/outcome';

/** What a running tool may know and use besides its capabilities. */
export interface ToolContext {
  readonly toolCallId: string;
  readonly sessionId: string;
  /** Aborted on cancel and on the hard time limit. */
  readonly signal: AbortSignal;
  /** Shows the latest output on the card while the tool runs. Redacted downstream. */
  readonly progress: (update: ToolProgress) => void;
  /** State of the chat that the tool may read and set; kept only if the call succeeds (W25). */
  readonly slices: SliceDraft;
  /** False if the call must be over when it returns: it may be rolled back (decision 38). */
  readonly mayContinue: boolean;
}

/** Named, immutable records of a chat (W18). */
export interface SliceDraft {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

/** A file whose content a call has shown or written. */
export interface SeenFile {
  readonly real: string;
  readonly stamp: string;
}

export type ToolResult<O> =
  | {
      readonly ok: true;
      readonly value: O;
      /** True if the tool ran but what it ran failed (a command with exit code 1). */
      readonly failed?: boolean;
      /** Files whose content the chat now knows (002-state-3; decision 44). */
      readonly seen?: readonly SeenFile[];
      /** Resolves when what it started ends: a second audit entry (decision 38). Never rejects. */
      readonly continues?: Promise<ToolResult<O>>;
      /** The field `filtered` after output filters (003-filters-1). */
      readonly filter?: FilterReport;
      /** All of an output of which `value` has only a part. */
      readonly spooled?: SpooledOutput;
    }
  | {
      readonly ok: false;
      readonly failure: Failure;
      readonly value?: O;
      readonly filter?: FilterReport;
      readonly spooled?: SpooledOutput;
    };

/** What a tool knows of its call before the call may run. */
export interface PlanContext extends Pick<ToolContext, 'signal' | 'sessionId' | 'toolCallId'> {
  /** False if the change is not shown: only `apply` matters then. */
  readonly isShown: boolean;
  /** False if nothing was where it writes when it was judged: it replaces nothing that appeared since. */
  readonly mayReplace: boolean;
}

/** What a call would change, as the user sees it before allowing it. */
export interface ShownChange {
  /** Differs after any change of the files that it was made from; compare, never parse. */
  readonly basis: string;
  readonly diffs: readonly FileDiff[];
  /** Sentences on what no diff shows: "The folder contains 12 files, 34 KB." Not redacted yet. */
  readonly notes: readonly Sentence[];
  /** The files whose content it replaces, as it was made from them. */
  readonly overwrites: readonly SeenFile[];
}

/** A change that is worked out but not made; `apply` makes exactly this one, or refuses. */
export interface PlannedChange<O> extends ShownChange {
  readonly apply: () => Promise<ToolResult<O>>;
}

export interface RunningTool<Args, O, Caps> {
  /** Does not throw for expected failures; honors `ctx.signal`. */
  readonly run: (args: Args, ctx: ToolContext, caps: Caps) => Promise<ToolResult<O>>;
  readonly plan?: never;
}

/** A tool that changes files. */
export interface PlanningTool<Args, O, Caps> {
  /**
   * Works out the change without making it: it is shown before the user allows it, and worked out
   * again before it is made. As `run` otherwise.
   */
  readonly plan: (args: Args, ctx: PlanContext, caps: Caps) => Promise<Result<PlannedChange<O>>>;
  readonly run?: never;
}

/** The contract and the implementation of one tool: the only schema is zod (INV-14, INV-24). */
export type ToolDefinition<I extends z.ZodObject, O extends z.ZodObject, Caps, N> = ToolContract<
  I,
  O,
  N
> &
  (RunningTool<z.infer<I>, z.infer<O>, Caps> | PlanningTool<z.infer<I>, z.infer<O>, Caps>);

interface ToolContract<I extends z.ZodObject, O extends z.ZodObject, N> {
  /** Short name; the canonical id is `core__<name>` (INV-16). */
  readonly name: string;
  /** Verb phrase for users, "Read file". */
  readonly title: Sentence;
  readonly description: string;
  readonly effect: ToolEffect;
  readonly kind: ToolKind;
  /** Tool group by which policies are declared: `filesystem`, `shell`, `web` … (W2). */
  readonly group?: string;
  /** What code decides by instead of the tool's name; most tools have none. */
  readonly traits?: readonly ToolTrait[];
  /** Its id comes from the context, never from an argument (INV-26a). */
  readonly requiresConnection?: boolean;
  /** Must be a `z.strictObject`; one `.describe()` per field. */
  readonly input: I;
  readonly output: O;
  /** Output fields that may leave the pipeline; all others are stripped (INV-04). */
  readonly redact: readonly (keyof z.infer<O> & string)[];
  /** The text field that output filters may shorten for the model. */
  readonly filtered?: keyof z.infer<O> & string;
  /** Only read_only tools (decision 14), or for `ttl` seconds, also those that reach out (decision 50). */
  readonly cacheable: boolean | { readonly ttl: number };
  /** Absent for results that are Gatehouse's own words. */
  readonly provenance?: ToolProvenance;
  /** True if a call sends what its arguments say to another machine. */
  readonly egress?: boolean;
  /** The effect of a call with these arguments, if it may differ from the tool's (INV-17). */
  readonly effectOf?: (args: z.infer<I>) => ToolEffect;
  /** Names of the capabilities `run` receives, and no others (INV-03, INV-29). */
  readonly needs: readonly N[];
  /** True if repeating it has no further effect: it is retried like a read (003-retry-2). */
  readonly idempotent?: boolean;
  /** True if only the host calls it, for what the user chose; no model is offered it (003-mcp-12). */
  readonly hostOnly?: boolean;
  /** For tools with their own time limits (bash). */
  readonly ownsTimeout?: boolean;
  readonly subject: (args: z.infer<I>) => CallSubject;
  /** For a question to the user: `edit` asks "Edit src/sum.js?"; absent: the tool is named. */
  readonly verb?: string;
  /** Card title for these arguments, "src/sum.js" or the command. */
  readonly label: (args: z.infer<I>) => string;
  /** What the model reads, from the redacted output. */
  readonly toModel: (output: Partial<z.infer<O>>) => string;
  /** What the card shows in addition to text, from the redacted output. */
  readonly present?: (output: Partial<z.infer<O>>) => Partial<Presentation>;
}

/** The type of `caps` follows from `needs`, so no tool uses what it did not declare. */
export function defineTool<All extends object>() {
  function define<I extends z.ZodObject, O extends z.ZodObject, const N extends keyof All & string>(
    definition: ToolContract<I, O, N> & RunningTool<z.infer<I>, z.infer<O>, Pick<All, N>>,
  ): ToolContract<I, O, N> & RunningTool<z.infer<I>, z.infer<O>, Pick<All, N>>;
  function define<I extends z.ZodObject, O extends z.ZodObject, const N extends keyof All & string>(
    definition: ToolContract<I, O, N> & PlanningTool<z.infer<I>, z.infer<O>, Pick<All, N>>,
  ): ToolContract<I, O, N> & PlanningTool<z.infer<I>, z.infer<O>, Pick<All, N>>;
  function define<T>(definition: T): T {
    return definition;
  }
  return define;
}
