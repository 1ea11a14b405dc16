import { defineGate, type GateCall } from '../contracts/define-gate';
import type { CallPath } from '../contracts/call-paths';
import type { Verdict } from '../contracts/decision';
import type { Failure } from '../contracts/failure';
import type { Capabilities } from '../ports/capabilities';

/**
 * Every path a call names must lie inside the workspace by its canonical real path, and off the
 * deny list (000 Per-Path File Read Sandbox). Refusal is a policy decision, never an I/O error.
 */
export default defineGate<Capabilities>()({
  name: 'path-sandbox',
  slot: 'path-sandbox',
  needs: [],
  check: ({ paths }): Verdict => {
    const refused = firstRefusal(paths);
    if (refused !== undefined) {
      return { verdict: 'deny', errorCode: refused.errorCode, reason: refused.message };
    }
    const isNamed = paths.reads.length > 0 || paths.writes.length > 0 || paths.cwd !== undefined;
    return { verdict: 'allow', reason: isNamed ? 'inside the workspace' : 'names no path' };
  },
});

function firstRefusal({ reads, writes, cwd }: GateCall['paths']): Failure | undefined {
  return (
    refusalIn(reads) ?? refusalIn(writes) ?? (cwd === undefined ? undefined : refusalIn([cwd]))
  );
}

function refusalIn(paths: readonly CallPath[]): Failure | undefined {
  for (const { place } of paths) if (!place.ok) return place.failure;
  return undefined;
}
