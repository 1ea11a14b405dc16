import {
  builtInSource,
  trustLevels,
  type ToolSource,
  type TrustLevel,
} from '../../../core/contracts/tool-spec';
import { neutralPickText } from '../../window/neutral-text';

/** How far a source of tools is trusted in a chat. */
export interface SourceTrust {
  readonly source: ToolSource;
  readonly level: TrustLevel;
}

export interface TrustItem extends SourceTrust {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

/** What each level means (decision 23). */
const meanings: Readonly<Record<TrustLevel, string>> = {
  trusted: 'Your rules decide.',
  provisional: 'Your rules decide, but whatever does more than read asks at least.',
  untrusted: 'What only reads asks each time; everything else is denied.',
};

/** Every level of every source, the freest first; the present one says so. */
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

/** A source as people know it: `Built-in tools`, `Tools of the server files`. */
export function sourceName(source: ToolSource): string {
  return source === builtInSource
    ? 'Built-in tools'
    : `Tools of the server ${source.replace(/^mcp:/, '')}`;
}
