// breaks: @typescript-eslint/consistent-type-assertions
export const brand = (value: unknown): string => value as string;
