import {
  builtInSource,
  extensionSource,
  shortToolName,
  trustLevels,
  type TrustLevel,
} from '../../../core/contracts/tool-spec';
import { isToolTarget, type SetLevel, type TrustTarget } from '../../policy/trust-levels';
import { neutralPickText } from '../../window/neutral-text';
import { t } from '../../window/language';

export interface TrustItem extends SetLevel {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

/** The meaning of each level (decision 23). */
export const levelMeanings = (): Readonly<Record<TrustLevel, string>> => ({
  trusted: t('Your rules decide.'),
  provisional: t(
    'Your rules decide, but a call that does more than read asks even if a rule allows it.',
  ),
  untrusted: t('Calls that only read always ask; all other calls are denied.'),
});

/** The name of a level. */
export function levelName(level: TrustLevel): string {
  const names: Readonly<Record<TrustLevel, string>> = {
    trusted: t('trusted'),
    provisional: t('provisional'),
    untrusted: t('untrusted'),
  };
  return names[level];
}

/** For one tool, the level of its source still holds. */
const noLimit = (): string => t('No limit of its own: the level of its source applies.');

/** Every level of every target, the freest first; the current one is marked. */
export function trustItems(now: readonly SetLevel[]): readonly TrustItem[] {
  return now.flatMap(({ target, level: present }) =>
    trustLevels.toReversed().map((level) => ({
      target,
      level,
      label: neutralPickText(`${targetName(target)}: ${levelName(level)}`),
      description: level === present ? t('now') : '',
      detail: isToolTarget(target) && level === 'trusted' ? noLimit() : levelMeanings()[level],
    })),
  );
}

/** A target in user terms: `Built-in tools`, `Tools of the server files`, `bash`. */
export function targetName(target: TrustTarget): string {
  if (target === builtInSource) return t('Built-in tools');
  if (target === extensionSource) return t('Tools of other extensions');
  return isToolTarget(target)
    ? shortToolName(target)
    : t('Tools of the server {0}', target.replace(/^mcp:/, ''));
}
