// breaks: no-restricted-properties
export const roll = (): number => Math.random();
