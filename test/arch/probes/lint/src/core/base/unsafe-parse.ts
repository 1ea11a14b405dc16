// breaks: @typescript-eslint/no-unsafe-return
export const parse = (text: string): { a: string } => JSON.parse(text);
