import { succeed, type Result } from '../../contracts/result';
import { mintValid, type BoundCall, type ValidCall } from '../mint';

/** Checks the arguments against the tool's own schema; unknown keys are refused (002 W27). */
export function validate(bound: BoundCall): Result<ValidCall> {
  const prepared = bound.tool.prepare(bound.args);
  if (!prepared.ok) return prepared;
  return succeed(mintValid({ bound, prepared: prepared.value }));
}
