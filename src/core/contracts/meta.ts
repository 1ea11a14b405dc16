import type { Decision } from './decision';
import type { Failure } from './failure';
import type { RollbackReport } from './outcome';
import type { JudgedPart } from './shell-reading';

/** What ACP has no field for travels in `_meta.gatehouse` (DESIGN section 2). Plain JSON. */
export interface ToolCallMeta {
  /** Canonical tool id. */
  readonly tool?: string;
  readonly origin?: 'model' | 'user';
  readonly decision?: Decision;
  readonly failure?: Failure;
  readonly exitCode?: number;
  readonly truncated?: boolean;
  readonly durationMs?: number;
  readonly overflowId?: string;
  readonly warnings?: readonly string[];
  /** Text to append to the live tail; already redacted. */
  readonly tail?: string;
  readonly cancelled?: boolean;
  /** Handle of the command that runs on in the background. */
  readonly background?: string;
  readonly waitsForInput?: boolean;
  readonly rollback?: RollbackReport;
  readonly canRollBack?: boolean;
}

/** A rule that "Always allow" may save; the tool by its short name, as settings have it. */
export interface OfferedRule {
  readonly tool: string;
  readonly pattern: string;
}

/** What a permission request carries beside ACP's fields. */
export interface ApprovalMeta {
  /** Exact text of the command, or undefined for tools that run none. */
  readonly command?: string;
  readonly cwd?: string;
  /** Canonical absolute paths the call reads and writes. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly tool: string;
  readonly reasons: readonly string[];
  /** For a command: how each of its sub-commands was judged. */
  readonly parts?: readonly JudgedPart[];
  /** Pretty JSON of the arguments, redacted, for the card and for "Edit…". */
  readonly argsJson: string;
  /**
   * What "Always allow" may save, narrowest first; a command of several parts needs several rules.
   * Empty: it is not offered.
   */
  readonly alwaysOffers: readonly (readonly OfferedRule[])[];
}

/** How the host answers, beside ACP's option id. */
export interface ApprovalAnswerMeta {
  readonly reason?: string;
  /** New arguments as JSON text: the call re-enters the pipeline as a new one. */
  readonly editedArgs?: string;
}

/** The option ids of a permission request. */
export const approvalOptions = ['allow_once', 'reject_once', 'edit'] as const;
export type ApprovalOption = (typeof approvalOptions)[number];

/** What a prompt carries: the chosen model. */
export interface PromptMeta {
  readonly model: string;
}

/** A notice for the person that is not the model's text, in a message chunk's `_meta`. */
export interface NoticeMeta {
  readonly notice: 'info' | 'warning' | 'error';
}
