import type { ToolProgress } from './define-tool';
import type { ToolKind } from './effect';
import type { CallOrigin } from './call';
import type { CallOutcome, Location } from './outcome';

/**
 * The life of one call as the pipeline announces it: exactly one `start` and exactly one `end`
 * per call, whatever happens; `asking`, `running` and `progress` lie between.
 */
export type CallEvent =
  | {
      readonly type: 'start';
      readonly toolCallId: string;
      /** Canonical id, or the name as given when no tool has it. */
      readonly tool: string;
      readonly title: string;
      readonly kind: ToolKind;
      readonly origin: CallOrigin;
      /** Redacted arguments. */
      readonly args: Readonly<Record<string, unknown>>;
      readonly locations: readonly Location[];
      /** asking: waits for the person; running: executes; refused: the end follows at once. */
      readonly state: 'asking' | 'running' | 'refused';
    }
  | { readonly type: 'running'; readonly toolCallId: string }
  /** Text of `progress.append` is already redacted. */
  | { readonly type: 'progress'; readonly toolCallId: string; readonly progress: ToolProgress }
  | { readonly type: 'end'; readonly toolCallId: string; readonly outcome: CallOutcome };
