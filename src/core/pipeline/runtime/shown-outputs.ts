/** An output that the model has read. */
export interface ShownOutput {
  /** Tool and arguments. */
  readonly callKey: string;
  /** All that the model read. */
  readonly text: string;
  readonly toolCallId: string;
  /** Which call of the chat it was. */
  readonly number: number;
  /** Set once the text is kept. */
  readonly overflowId?: string;
}

/** The newest outputs of a chat, by which a repeated one is known. */
export interface ShownOutputs {
  find(callKey: string, text: string): ShownOutput | undefined;
  /** Takes the place of an earlier one of the same call. */
  add(output: ShownOutput): void;
  /** The model has these no more. */
  forget(toolCallIds: ReadonlySet<string>): void;
}

const maxOutputs = 16;
/** UTF-16 units of one output; longer ones are repeated. */
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
