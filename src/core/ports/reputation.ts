/** How often calls of each model were wrong in themselves (decision 3); outlives the window. */
export interface Reputation {
  /** `tool`: a canonical id, or undefined for a name that no tool has. */
  count(call: {
    readonly model: string;
    readonly tool: string | undefined;
    readonly isWrong: boolean;
  }): void;
}
