import * as z from 'zod';
import { defaultDenyRead } from './defaults';
import { patternList, setting } from './define-setting';

/** Files: where tools may work, and how long their changes are kept. */
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

/** Handling of long outputs. */
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

/** How long chats and audit entries are kept, and how much space they may take. */
export const storageSettings = {
  'chats.retentionDays': setting({
    schema: z.int().min(0).max(36500),
    default: 0,
    scope: 'application',
  }),
  'audit.retentionDays': setting({
    schema: z.int().min(0).max(36500),
    default: 0,
    scope: 'application',
  }),
  'audit.maxFileMegabytes': setting({
    schema: z.int().min(1).max(1024),
    default: 32,
    scope: 'application',
  }),
  'storage.maxMegabytes': setting({
    schema: z.int().min(16).max(65536),
    default: 1024,
    scope: 'application',
  }),
} as const;
