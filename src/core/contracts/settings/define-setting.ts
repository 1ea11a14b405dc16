import type * as z from 'zod';

/** application = user level only: VS Code ignores workspace values (DESIGN decision 31). */
export type SettingScope = 'application' | 'machine' | 'resource';

export interface SettingDefinition<S extends z.ZodType> {
  readonly schema: S;
  readonly default: z.infer<S>;
  readonly scope: SettingScope;
}

export function setting<S extends z.ZodType>(
  definition: SettingDefinition<S>,
): SettingDefinition<S> {
  return definition;
}
