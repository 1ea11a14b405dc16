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

const maxOutputs = 16;
/** Longer outputs are not remembered. */
const maxLength = 64 * 1024;

/** The newest outputs of a chat, to find repeated ones. */
export class ShownOutputs {
  /** By tool and arguments, oldest first. */
  private readonly outputs = new Map<string, ShownOutput>();

  find(callKey: string, text: string): ShownOutput | undefined {
    const known = this.outputs.get(callKey);
    return known?.text === text ? known : undefined;
  }

  /** Replaces an earlier output of the same call. */
  add(output: ShownOutput): void {
    const { outputs } = this;
    outputs.delete(output.callKey);
    if (output.text.length > maxLength) return;
    outputs.set(output.callKey, output);
    const [oldest] = outputs.keys();
    if (outputs.size > maxOutputs && oldest !== undefined) outputs.delete(oldest);
  }

  /** Call when these outputs left the model's context. */
  forget(toolCallIds: ReadonlySet<string>): void {
    for (const [key, { toolCallId }] of this.outputs) {
      if (toolCallIds.has(toolCallId)) this.outputs.delete(key);
    }
  }
}
