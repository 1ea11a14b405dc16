import * as z from 'zod';
import { defaultDenyRead } from '../default-rules';
import { patternList } from '../setting-schemas';
import { setting } from './define-setting';

/** Files: where tools may go, and how what they change is kept. */
export const fileSettings = {
  'file.allowedPaths': setting({
    schema: patternList,
    default: [],
    scope: 'application',
  }),
  'file.denyRead': setting({
    schema: patternList,
    default: [...defaultDenyRead],
    scope: 'application',
  }),
  'file.allowRead': setting({
    schema: patternList,
    default: [],
    scope: 'application',
  }),
  'changes.maxBytes': setting({
    schema: z.int().min(0),
    default: 100 * 1024 * 1024,
    scope: 'application',
  }),
  'changes.retentionDays': setting({
    schema: z.int().min(1).max(36500),
    default: 7,
    scope: 'application',
  }),
  'diagnostics.max': setting({
    schema: z.int().min(1).max(1000),
    default: 50,
    scope: 'application',
  }),
} as const;
