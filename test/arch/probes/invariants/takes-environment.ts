// breaks: INV-32
// breaks: INV-F3
export const { env } = process;
