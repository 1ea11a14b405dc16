import type { JudgedPart } from '../src/core/contracts/shell-reading';

/**
 * Why a sub-command was judged as it was, each reason once. The sub-command itself, which stands
 * beside it, is not said again.
 */
export function partReasons({ reason, hazards }: JudgedPart): readonly string[] {
  const ground = reason.startsWith('no rule matches') ? 'no rule matches' : reason;
  return [ground, ...hazards.filter((hazard) => !ground.includes(hazard))];
}

/** One plain sub-command is the command itself: listing it says nothing new. */
export function saysMore(parts: readonly JudgedPart[]): boolean {
  return parts.length > 1 || parts.some(({ hazards }) => hazards.length > 0);
}
