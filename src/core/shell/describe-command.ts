import { attach } from './describe/finding';
import { makePart, onePart } from './describe/make-part';
import { findInRedirections } from './describe/redirections';
import { wordHazards } from './describe/words';
import type { DescribeCommand } from './simple-command';

/** What one simple command is, for rules, gates and people (security 3.2 steps 4, 7 to 12). */
export const describeCommand: DescribeCommand = (command) => {
  const hazards = wordHazards(command.words);
  const part = makePart(command, 'decides', { hazards, paths: [], writes: false });
  return attach(onePart(part, command), findInRedirections(command));
};
