export const name = 'no-definition';
