// breaks: INV-32
export const get = (url: string) => fetch(url);
