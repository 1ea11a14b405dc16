import { say, type Sentence } from '../base/sentence';

/**
 * What asks in a chat (decision 58), from strict to free. A level chooses between ask and allow
 * only: whatever denies, a hazard, a protected file and a rule that asks keep their force.
 */
export const permissionLevels = ['ask', 'rules', 'edits'] as const;
export type PermissionLevel = (typeof permissionLevels)[number];

/** As reasons and the audit log name it. */
export const permissionLevelNames: Readonly<Record<PermissionLevel, string>> = {
  ask: 'Ask for everything',
  rules: 'Use my rules',
  edits: 'Edits run',
};

const reasons = {
  ask: say`the permission level "Ask for everything" asks`,
  edits: say`the permission level "Edits run" lets it run`,
} as const;

/** Why a call asks or runs, where the level decided. */
export function permissionLevelReason(level: Exclude<PermissionLevel, 'rules'>): Sentence {
  return reasons[level];
}
