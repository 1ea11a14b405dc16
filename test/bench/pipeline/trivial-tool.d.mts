export declare const toolName: string;
export declare const description: {
  readonly tool: string;
  readonly text: string;
  readonly times: string;
};

export interface SayArgs {
  readonly text: string;
  readonly times: number;
}

export declare function argsOf(count: number): SayArgs;
export declare function sayRepeatedly(args: SayArgs): string;
export declare function expectAnswer(answer: unknown, args: SayArgs): void;
