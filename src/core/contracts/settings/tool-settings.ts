import * as z from 'zod';
import { setting } from './define-setting';

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
