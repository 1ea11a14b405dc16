// @ts-check
/**
 * One measurement in a process of its own: the bundle, the name of the function, its options as
 * JSON. Prints the answer as one line of JSON.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const [, , file = '', name = '', options = '{}'] = process.argv;
const { [name]: measure } = await import(pathToFileURL(file).href);
const answer = await measure(JSON.parse(options));
process.stdout.write(`${JSON.stringify(answer)}\n`, () => {
  // As a kill does: a store that is still open stays as it is.
  process.exit(0);
});
