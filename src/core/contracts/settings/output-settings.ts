import * as z from 'zod';
import { setting } from './define-setting';

/** What becomes of long outputs. */
export const outputSettings = {
  'overflow.threshold': setting({
    schema: z.int().min(1000),
    default: 50000,
    scope: 'application',
    description:
      'Characters of output above which the model gets head, tail and a reference to the whole.',
  }),
  'overflow.retentionDays': setting({
    schema: z.int().min(1),
    default: 7,
    scope: 'application',
    description: 'Days that whole outputs are kept.',
  }),
  'overflow.maxBytes': setting({
    schema: z.int().min(0),
    default: 10485760,
    scope: 'application',
    description: 'Bytes kept of one whole output, head and tail; 0 means unlimited.',
  }),
} as const;
