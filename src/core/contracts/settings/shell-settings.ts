import * as z from 'zod';
import { defaultBlockedCommands } from '../default-rules';
import { patternList } from '../setting-schemas';
import { setting } from './define-setting';

/** The shell. */
export const shellSettings = {
  'shell.timeout': setting({
    schema: z.int().min(1).max(86400),
    default: 120,
    scope: 'application',
    description:
      'Seconds the agent waits for a command. Then the command goes on in the background and the agent is told its id; the agent may ask for another time.',
  }),
  'shell.hardTimeout': setting({
    schema: z.int().min(1).max(86400),
    default: 600,
    scope: 'application',
    description:
      'Seconds after which a command and all its children are killed, in the background too.',
  }),
  'shell.blockedCommands': setting({
    schema: patternList,
    default: [],
    scope: 'application',
    description:
      'Commands that never run, whatever the rules say, beside those Gatehouse ships: a program, `terraform`, or the beginning of a command, `git push`. While `#gatehouse.permissions#` holds no rule, no command may contain one of these texts either.',
  }),
  'shell.allowedCommands': setting({
    schema: patternList,
    default: [],
    scope: 'application',
    description: `Commands to take off the list of those that never run: ${defaultBlockedCommands.map((command) => `\`${command}\``).join(', ')}. They then ask, unless a rule of yours allows them.`,
  }),
  'shell.substitution': setting({
    schema: z.enum(['deny', 'evaluate']),
    default: 'deny',
    scope: 'application',
    description:
      'What becomes of command substitution, process substitution and here-strings. `deny` refuses them. `evaluate` reads the commands inside and judges them like any other; the whole then asks at least.',
  }),
  'shell.transactional': setting({
    schema: z.boolean(),
    default: false,
    scope: 'application',
    description:
      'Keeps a copy of the files that a command is about to change, so that it can be rolled back.',
  }),
  'shell.transactionScope': setting({
    schema: patternList,
    default: ['**'],
    scope: 'application',
    description: 'Globs on paths in the workspace: which files are copied and rolled back.',
  }),
  'shell.autoRollback': setting({
    schema: z.boolean(),
    default: false,
    scope: 'application',
    description:
      'Rolls a transactional command back by itself when it ends with one of `#gatehouse.shell.autoRollbackExitCodes#`.',
  }),
  'shell.autoRollbackExitCodes': setting({
    schema: z.array(z.int().min(0).max(255)).max(256),
    default: [1, 2],
    scope: 'application',
    description: 'Exit codes after which a transactional command is rolled back by itself.',
  }),
  'shell.snapshotRequired': setting({
    schema: z.boolean(),
    default: false,
    scope: 'application',
    description: 'Refuses a transactional command whose files could not be copied before it runs.',
  }),
  'shell.maxSnapshotBytes': setting({
    schema: z.int().min(0),
    default: 0,
    scope: 'application',
    description: 'Bytes that the copies for one command may take; 0 means unlimited.',
  }),
  'shell.confirmPatterns': setting({
    schema: patternList,
    default: [],
    scope: 'application',
    description:
      'Texts whose commands ask. Used only while `#gatehouse.permissions#` holds no rule; then they stand before the shipped rules.',
  }),
} as const;
