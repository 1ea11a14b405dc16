// breaks: @typescript-eslint/consistent-type-assertions
export const text = (value: unknown): string => value as string;
