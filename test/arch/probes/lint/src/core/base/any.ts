// breaks: @typescript-eslint/no-explicit-any
export const length = (value: { a: any }): number => Object.keys(value).length;
