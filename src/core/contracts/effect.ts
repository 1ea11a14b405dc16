/** Side-effect level of a tool, for policy (001 inv. 17 EFFECT_TYPED). */
export const toolEffects = ['read_only', 'state_change', 'external_side_effect'] as const;
export type ToolEffect = (typeof toolEffects)[number];

/** ACP tool kinds: what the panel shows as an icon. Never used to decide (DESIGN decision 30). */
export const toolKinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'other',
] as const;
export type ToolKind = (typeof toolKinds)[number];
