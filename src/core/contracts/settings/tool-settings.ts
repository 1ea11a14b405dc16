import * as z from 'zod';
import { setting, patternList } from './define-setting';

/** Tools as a whole. */
export const toolSettings = {
  'tools.enabled': setting({
    schema: z.boolean(),
    default: true,
    scope: 'application',
  }),
  'tools.maxCallsPerSession': setting({
    schema: z.int().min(0),
    default: 0,
    scope: 'application',
  }),
  'tools.timeout': setting({
    schema: z.int().min(1).max(3600),
    default: 60,
    scope: 'application',
  }),
  'retry.maxAttempts': setting({
    schema: z.int().min(0).max(10),
    default: 2,
    scope: 'application',
  }),
  'retry.baseMs': setting({
    schema: z.int().min(1).max(60000),
    default: 500,
    scope: 'application',
  }),
  'retry.maxMs': setting({
    schema: z.int().min(1).max(600000),
    default: 5000,
    scope: 'application',
  }),
  'retry.budget': setting({
    schema: z.int().min(1).max(3600),
    default: 30,
    scope: 'application',
  }),
  'retry.parameterReformatModel': setting({
    schema: z.string(),
    default: '',
    scope: 'application',
  }),
} as const;

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

/** Which rules shorten the output of commands, and what counts as a credential in it. */
export const filterSettings = {
  'filters.enabled': setting({ schema: z.boolean(), default: true, scope: 'application' }),
  'filters.path': setting({ schema: z.string(), default: '', scope: 'application' }),
  'filters.security.enabled': setting({ schema: z.boolean(), default: true, scope: 'application' }),
  'filters.security.extraPatterns': setting({
    schema: z.array(z.string()).max(100),
    default: [],
    scope: 'application',
  }),
} as const;
