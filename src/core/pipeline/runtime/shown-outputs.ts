/** An output that the model has read. */
export interface ShownOutput {
  /** Tool and arguments. */
  readonly callKey: string;
  /** The whole text the model read. */
  readonly text: string;
  readonly toolCallId: string;
  /** Number of the call in the chat. */
  readonly number: number;
  /** Set once the text is stored. */
  readonly overflowId?: string;
}

/** The newest outputs of a chat, to find repeated ones. */
export interface ShownOutputs {
  find(callKey: string, text: string): ShownOutput | undefined;
  /** Replaces an earlier output of the same call. */
  add(output: ShownOutput): void;
  /** Call when these outputs left the model's context. */
  forget(toolCallIds: ReadonlySet<string>): void;
}

const maxOutputs = 16;
/** Longer outputs are not remembered. */
const maxLength = 64 * 1024;

export function createShownOutputs(): ShownOutputs {
  const outputs = new Map<string, ShownOutput>();
  return {
    find: (callKey, text) => {
      const known = outputs.get(callKey);
      return known?.text === text ? known : undefined;
    },
    add: (output) => {
      outputs.delete(output.callKey);
      if (output.text.length > maxLength) return;
      outputs.set(output.callKey, output);
      const [oldest] = outputs.keys();
      if (outputs.size > maxOutputs && oldest !== undefined) outputs.delete(oldest);
    },
    forget: (toolCallIds) => {
      for (const [key, { toolCallId }] of outputs) {
        if (toolCallIds.has(toolCallId)) outputs.delete(key);
      }
    },
  };
}
