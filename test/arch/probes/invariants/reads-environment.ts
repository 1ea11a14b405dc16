// breaks: INV-32
// breaks: INV-F3
export const home = process.env.HOME;
