import type { ToolEffect } from '../../core/contracts/tool-spec';
import { t } from './language';

/** What a tool can do, for users. */
export const effectTexts = (): Readonly<Record<ToolEffect, string>> => ({
  read_only: t('only reads'),
  state_change: t('can change files or the system'),
  external_side_effect: t('acts beyond this machine'),
});
