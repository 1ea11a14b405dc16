// breaks: alone
export const part = 1;
