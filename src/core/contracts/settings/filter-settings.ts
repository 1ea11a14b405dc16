import * as z from 'zod';
import { setting } from './define-setting';

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
