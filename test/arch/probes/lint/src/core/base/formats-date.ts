// keeps the rules
export const text = (ms: number): string => new Date(ms).toISOString();
