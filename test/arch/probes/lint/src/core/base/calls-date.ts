// breaks: no-restricted-syntax
export const now = (): string => Date();
