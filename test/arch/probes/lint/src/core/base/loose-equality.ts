// breaks: eqeqeq
export const same = (a: unknown, b: unknown): boolean => a == b;
