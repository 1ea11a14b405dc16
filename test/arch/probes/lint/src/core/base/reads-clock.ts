// breaks: no-restricted-properties
export const now = (): number => Date.now();
