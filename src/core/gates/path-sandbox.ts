import { defineGate } from '../contracts/define-gate';
import type { Verdict } from '../contracts/decision';
import type { Capabilities } from '../ports/capabilities';

/**
 * Every path a call names must lie inside the workspace by its canonical real path, and off the
 * deny list (000 Per-Path File Read Sandbox). Refusal is a policy decision, never an I/O error.
 */
export default defineGate<Capabilities>()({
  name: 'path-sandbox',
  slot: 'path-sandbox',
  needs: ['files'],
  check: async ({ subject }, { files }): Promise<Verdict> => {
    const cwd = subject.cwd === undefined ? [] : [subject.cwd];
    const paths = [...subject.reads, ...subject.writes, ...cwd];
    for (const path of paths) {
      const resolved = await files.resolve(path);
      if (!resolved.ok) {
        const { errorCode, message } = resolved.failure;
        return { verdict: 'deny', errorCode, reason: message };
      }
    }
    const reason = paths.length === 0 ? 'names no path' : 'inside the workspace';
    return { verdict: 'allow', reason };
  },
});
