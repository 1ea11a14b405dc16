import { say } from '../../base/sentence';
import type { CallPath } from '../../contracts/calls/call-paths';
import {
  policyAllows,
  policyDenies,
  type PolicyCall,
  type PolicyDecision,
  type SuccessRecord,
  type ToolPolicy,
} from '../../contracts/policy/tool-policy';

export interface ReadBeforeWriteTools {
  /**
   * Canonical ids; a success of one of them makes the file known to the chat. By default the tools
   * that read files by contract.
   */
  readonly readTools?: readonly string[];
  /**
   * Canonical ids of the tools that may not overwrite an unknown file. By default the tools that
   * overwrite files by contract.
   */
  readonly writeTools?: readonly string[];
}

/**
 * A file must be read before it can be overwritten; new files can be created freely (W11). The chat
 * also knows what it wrote itself. A file that changed since must be read again (decision 44).
 * Given lists replace the defaults (W15).
 */
export function readBeforeWrite(declared: ReadBeforeWriteTools = {}): ToolPolicy {
  return {
    name: 'read_before_write',
    check: (call, { record }) => {
      const readTools = declared.readTools ?? call.toolsWith('readsFiles');
      const writeTools = declared.writeTools ?? call.toolsWith('overwritesFiles');
      if (!writeTools.includes(call.tool.id)) return policyAllows;
      const knowledge = { record, readTools, writeTools };
      for (const path of overwritten(call)) {
        const decision = checkPath(path, call, knowledge);
        if (!decision.allowed) return decision;
      }
      return policyAllows;
    },
  };
}

/** A call with a `destination` overwrites only that; the source is moved (C11). */
function overwritten({ params, paths }: PolicyCall): readonly CallPath[] {
  const destination = params['destination'];
  if (typeof destination !== 'string') return paths.writes;
  return paths.writes.filter(({ given }) => given === destination);
}

interface Knowledge {
  readonly record: SuccessRecord;
  readonly readTools: readonly string[];
  readonly writeTools: readonly string[];
}

function checkPath(path: CallPath, { stamps }: PolicyCall, known: Knowledge): PolicyDecision {
  // The sandbox judges refused paths; new files may be created (W11, W13).
  if (!path.resolved.ok || !path.resolved.value.exists) return policyAllows;
  const { real } = path.resolved.value;
  const now = stamps.get(real);
  // A folder has no content to lose; the tools themselves refuse to overwrite it.
  if (now === undefined) return policyAllows;
  const seen = seenStamps(real, known);
  if (seen.length === 0) {
    return policyDenies(say`File '${path.given}' must be read before overwriting.`, readFirst);
  }
  // A tool that leaves no stamp makes the file known, but not its content.
  if (seen.includes(now) || seen.includes('')) return policyAllows;
  return policyDenies(
    say`File '${path.given}' has changed since it was read; read it again before overwriting.`,
    readFirst,
  );
}

const readFirst = 'Read the file, then make this call again based on its current content.';

/** Stamps of the file's content that the chat has read or written. */
function seenStamps(real: string, { record, readTools, writeTools }: Knowledge): readonly string[] {
  const read = readTools.map((id) => record.seen(id, real));
  const wrote = writeTools.map((id) => record.seen(id, real)).filter((stamp) => stamp !== '');
  return [...read, ...wrote].filter((stamp) => stamp !== undefined);
}
