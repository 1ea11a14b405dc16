// breaks: no-restricted-syntax
export const now = (): Date => new Date();
