export const title = 'Write';
