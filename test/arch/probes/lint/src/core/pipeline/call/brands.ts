// keeps the rules
export const brand = (value: unknown): string => value as string;
