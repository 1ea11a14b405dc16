import { toolTokens } from '../../../core/agent/conversation/context-budget';
import { escapeControl, escapeControlInline } from '../../../core/base/escape-control';
import { namedTools } from '../../../core/mcp/named-tools';
import type { ServerTool, ToolStanding } from '../../mcp/server-tools';
import { effectTexts } from '../../window/effect-texts';
import { shown, shownCount, shownTime, t } from '../../window/language';

/** Why a tool is on or off, what it costs, and a warning about what it says of other tools. */
export function standingText(entry: ServerTool, others: readonly string[]): string {
  const { standing, problem } = entry;
  const texts: Readonly<Record<ToolStanding, string>> = {
    on: t('on'),
    off: '',
    changed: t('changed since you switched it on: off'),
    unusable: t('cannot be used: {0}', problem === undefined ? '' : shown(problem)),
  };
  const parts = [texts[standing], effectText(entry), costText(entry), warningText(entry, others)];
  return parts.filter((text) => text !== undefined && text !== '').join(' · ');
}

/** What the rules take it for: the user's mark decides, never what the server claims. */
function effectText({ bound, onlyReads }: ServerTool): string | undefined {
  if (bound === undefined) return undefined;
  const { read_only: reads, external_side_effect: acts } = effectTexts();
  return onlyReads === true ? t('{0}, as you say', reads) : acts;
}

function costText({ bound }: ServerTool): string | undefined {
  if (bound === undefined) return undefined;
  return t('{0} tokens per request', shownCount(toolTokens(bound.spec)));
}

/** A description that names other tools can lead a model astray (003-mcp-6). */
function warningText({ tool }: ServerTool, others: readonly string[]): string | undefined {
  const named = namedTools(tool, others);
  if (named.length === 0) return undefined;
  return t(
    'Warning: its description names other tools: {0}',
    escapeControlInline(named.join(', ')),
  );
}

export interface DefinitionFacts {
  /** The definition when it was switched on. */
  readonly approved: ServerTool['tool'] | undefined;
  /** Names of tools of other sources. */
  readonly others: readonly string[];
  /** Time of its last call in this workspace; undefined if there was none. */
  readonly lastUse: number | undefined;
}

/** A definition as its source gives it, with everything visible that usually is not. */
export function definitionText(
  entry: ServerTool,
  { approved, others, lastUse }: DefinitionFacts,
): string {
  const { tool } = entry;
  const { name, title, description, inputSchema, annotations } = tool;
  const parts = [
    `${t('Tool')}: ${escapeControlInline(name)}`,
    ...(title === undefined ? [] : [`${t('Title')}: ${escapeControlInline(title)}`]),
    ...[warningText(entry, others), effectText(entry), costText(entry)].filter(
      (text) => text !== undefined,
    ),
    t('Last use: {0}', lastUse === undefined ? '–' : shownTime(lastUse)),
    `${t('Description, as its author writes it')}:\n${escapeControl(description ?? '')}`,
    `${t('Arguments')}:\n${jsonText(inputSchema)}`,
    ...(annotations === undefined
      ? []
      : [`${t('What it claims about itself; it decides nothing')}:\n${jsonText(annotations)}`]),
  ];
  if (approved === undefined || jsonText(approved) === jsonText(tool)) return parts.join('\n\n');
  return [...parts, `${t('As you approved it')}:\n${jsonText(approved)}`].join('\n\n');
}

function jsonText(value: unknown): string {
  return escapeControl(JSON.stringify(value, undefined, 2));
}
