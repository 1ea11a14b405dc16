import { escapeTag } from '../base/escape-tag';
import { cutMarked } from '../base/text-lines';
import type { ToolSourceName } from '../contracts/tool-spec';

const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Text of a server without invisible characters, and no longer than a limit. */
export function plainText(text: string, max: number): string {
  // What is cut off anyway is not searched.
  return cutMarked(text.slice(0, max * 2).replace(invisible, ''), max);
}

const tag = 'untrusted_content';

/** Text of a source between tags that it can neither close nor open (003-mcp-1). */
export function fencedText(text: string, source: ToolSourceName): string {
  return `<${tag} source="${source}">\n${escapeTag(text, tag)}\n</${tag}>`;
}
