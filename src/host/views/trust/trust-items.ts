import {
  builtInSource,
  trustLevels,
  type ToolSourceName,
  type TrustLevel,
} from '../../../core/contracts/tool-spec';
import { neutralPickText } from '../../window/neutral-text';

/** The trust level of a tool source in a chat. */
export interface SourceTrust {
  readonly source: ToolSourceName;
  readonly level: TrustLevel;
}

export interface TrustItem extends SourceTrust {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

/** The meaning of each level (decision 23). */
const meanings: Readonly<Record<TrustLevel, string>> = {
  trusted: 'Your rules decide.',
  provisional:
    'Your rules decide, but a call that does more than read asks even if a rule allows it.',
  untrusted: 'Calls that only read always ask; all other calls are denied.',
};

/** Every level of every source, the freest first; the current one is marked. */
export function trustItems(now: readonly SourceTrust[]): readonly TrustItem[] {
  return now.flatMap(({ source, level: present }) =>
    trustLevels.toReversed().map((level) => ({
      source,
      level,
      label: neutralPickText(`${sourceName(source)}: ${level}`),
      description: level === present ? 'now' : '',
      detail: meanings[level],
    })),
  );
}

/** A source in user terms: `Built-in tools`, `Tools of the server files`. */
export function sourceName(source: ToolSourceName): string {
  return source === builtInSource
    ? 'Built-in tools'
    : `Tools of the server ${source.replace(/^mcp:/, '')}`;
}
