import * as z from 'zod';
import { setting } from './define-setting';

/** How long chats and audit entries are kept, and how much room all of it may take. */
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
