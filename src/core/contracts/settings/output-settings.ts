import * as z from 'zod';
import { setting } from './define-setting';

/** What becomes of long outputs. */
export const outputSettings = {
  'overflow.threshold': setting({
    schema: z.int().min(1000),
    default: 50000,
    scope: 'application',
  }),
  'overflow.retentionDays': setting({
    schema: z.int().min(1),
    default: 7,
    scope: 'application',
  }),
  'overflow.maxBytes': setting({
    schema: z.int().min(0),
    default: 10485760,
    scope: 'application',
  }),
} as const;
