// breaks: no-console
// breaks: inline configuration
export const shout = (): void => {
  // eslint-disable-next-line no-console
  console.log('hello');
};
