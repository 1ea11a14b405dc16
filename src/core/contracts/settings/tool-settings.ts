import * as z from 'zod';
import { setting } from './define-setting';

/** Tools as a whole. */
export const toolSettings = {
  'tools.enabled': setting({
    schema: z.boolean(),
    default: true,
    scope: 'application',
    description: 'Off: no tool is offered or run.',
  }),
  'tools.maxCallsPerSession': setting({
    schema: z.int().min(0),
    default: 0,
    scope: 'application',
    description: 'How many tool calls one chat may make; 0 means unlimited.',
  }),
  'tools.timeout': setting({
    schema: z.int().min(1).max(3600),
    default: 60,
    scope: 'application',
    description: 'Seconds a tool may take; bash has its own limits.',
  }),
  'retry.maxAttempts': setting({
    schema: z.int().min(0).max(10),
    default: 2,
    scope: 'application',
    description:
      'How often a tool that only reads is tried again after a failure that may pass: a rate limit, a server error, a broken connection, a timeout.',
  }),
  'retry.baseMs': setting({
    schema: z.int().min(1).max(60000),
    default: 500,
    scope: 'application',
    description:
      'Milliseconds of the first wait; each next may be twice as long. The wait is drawn at random up to that.',
  }),
  'retry.maxMs': setting({
    schema: z.int().min(1).max(600000),
    default: 5000,
    scope: 'application',
    description: 'Milliseconds that one wait may take at most.',
  }),
  'retry.budget': setting({
    schema: z.int().min(1).max(3600),
    default: 30,
    scope: 'application',
    description: 'Seconds that a call and all its retries may take before no other is begun.',
  }),
  'retry.parameterReformatModel': setting({
    schema: z.string(),
    default: '',
    scope: 'application',
    description:
      'Id of the model that corrects, once, the arguments of a call that do not fit the schema of its tool. Empty: none; the model of the chat reads the error and calls again.',
  }),
} as const;
