// breaks: @typescript-eslint/ban-ts-comment
// @ts-ignore
export const text: string = 1;
