import type { CallItem } from '../../src/core/contracts/panel/state';

const kindIcons: Readonly<Record<CallItem['kind'], string>> = {
  read: 'file',
  edit: 'edit',
  delete: 'trash',
  move: 'move',
  search: 'search',
  execute: 'terminal',
  think: 'lightbulb',
  fetch: 'globe',
  other: 'tools',
};

/** Icon and short label of a call. */
export interface ToolIcon {
  readonly icon: string;
  readonly verb: string;
}

/** Tools whose kind and name do not describe them well enough. */
const toolIcons: ReadonlyMap<string, ToolIcon> = new Map([
  ['list_directory', { icon: 'list-tree', verb: 'list' }],
  ['create_directory', { icon: 'new-folder', verb: 'new folder' }],
  ['delete_path', { icon: 'trash', verb: 'delete' }],
  ['move_path', { icon: 'move', verb: 'move' }],
  ['copy_path', { icon: 'copy', verb: 'copy' }],
  ['find_path', { icon: 'search', verb: 'find' }],
  ['diagnostics', { icon: 'checklist', verb: 'problems' }],
]);

export function toolIcon({ tool, kind }: Pick<CallItem, 'tool' | 'kind'>): ToolIcon {
  return toolIcons.get(tool) ?? { icon: kindIcons[kind], verb: tool.replaceAll('_', ' ') };
}
