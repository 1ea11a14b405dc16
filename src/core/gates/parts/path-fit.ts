import type { Separator } from '../../base/paths';
import { matchesPathPattern } from '../../base/path-pattern';
import type { PermissionRule } from '../../contracts/decision';
import { exactlyIf, type Fit } from './permission-layers';
import type { PathForms } from './path-forms';

export interface PathRuleStyle {
  readonly separator: Separator;
  /** True where two spellings of a name are the same. */
  readonly ignoreCase: boolean;
}

/**
 * What tightens counts in any spelling and case, and when its pattern cannot be tried; what loosens,
 * by the canonical path only. An ask keeps allows and denies behind it from being found: it asks
 * like what tightens, but hides a deny only where an allow would match too.
 */
export function pathFit(
  { action, pattern, source }: PermissionRule,
  forms: PathForms,
  style: PathRuleStyle,
): Fit {
  const isExact = () => forms.canonical.some((path) => matchesPathPattern(pattern, path, style));
  if (action === 'allow') return exactlyIf(isExact());
  const options = { ignoreCase: true, unreadable: true };
  const isLoose = forms.all.some((path) => matchesPathPattern(pattern, path, options));
  const onlyTightens = action === 'deny' || source === 'workspace';
  if (!isLoose || onlyTightens) return exactlyIf(isLoose);
  return isExact() ? 'exactly' : 'loosely';
}
