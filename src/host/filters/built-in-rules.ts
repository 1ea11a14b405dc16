import { filterRuleSchema, type FilterRule } from '../../core/contracts/filter-rule';
import { filterRules } from '../../core/filters/rules/catalog.gen';

/** The rules that ship, read by the schema that reads those of people (003 Built-in Rules). */
export function builtInRules(): readonly FilterRule[] {
  return filterRules.map((rule) => filterRuleSchema.parse(rule));
}
