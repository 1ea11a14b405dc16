// breaks: no-restricted-globals
export const get = (): Promise<unknown> => fetch('http://localhost');
