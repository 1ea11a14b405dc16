import * as z from 'zod';
import { patternList } from '../setting-schemas';
import { setting } from './define-setting';

/** The shell. */
export const shellSettings = {
  'shell.timeout': setting({
    schema: z.int().min(1).max(86400),
    default: 120,
    scope: 'application',
  }),
  'shell.hardTimeout': setting({
    schema: z.int().min(1).max(86400),
    default: 600,
    scope: 'application',
  }),
  'shell.allowedPaths': setting({
    schema: patternList,
    default: [],
    scope: 'application',
  }),
  'shell.blockedCommands': setting({
    schema: patternList,
    default: [],
    scope: 'application',
  }),
  'shell.allowedCommands': setting({
    schema: patternList,
    default: [],
    scope: 'application',
  }),
  'shell.substitution': setting({
    schema: z.enum(['deny', 'evaluate']),
    default: 'deny',
    scope: 'application',
  }),
  'shell.transactional': setting({
    schema: z.boolean(),
    default: false,
    scope: 'application',
  }),
  'shell.transactionScope': setting({
    schema: patternList,
    default: ['**'],
    scope: 'application',
  }),
  'shell.autoRollback': setting({
    schema: z.boolean(),
    default: false,
    scope: 'application',
  }),
  'shell.autoRollbackExitCodes': setting({
    schema: z.array(z.int().min(0).max(255)).max(256),
    default: [1, 2],
    scope: 'application',
  }),
  'shell.snapshotRequired': setting({
    schema: z.boolean(),
    default: false,
    scope: 'application',
  }),
  'shell.maxSnapshotBytes': setting({
    schema: z.int().min(0),
    default: 0,
    scope: 'application',
  }),
  'shell.confirmPatterns': setting({
    schema: patternList,
    default: [],
    scope: 'application',
  }),
} as const;
