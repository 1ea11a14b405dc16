import { escapeControlInline } from '../../../core/base/escape-control';
import { cutMarked } from '../../../core/base/text-lines';
import type { McpServer } from '../../mcp/server';
import type { ServerTool } from '../../mcp/server-tools';
import type { Approval } from '../../mcp/workspace-servers';
import { shown, t } from '../../window/language';

type StatedServer = Pick<McpServer, 'state' | 'facts' | 'problem' | 'config' | 'isTrusted'>;

/** The state of a server in a few words, with what is known of it, and what to do (003-mcp-20). */
export function stateText({ state, facts, problem, config, isTrusted }: StatedServer): string {
  if (!isTrusted) return t('off: this workspace is not trusted');
  switch (state) {
    case 'running':
      return facts === undefined
        ? t('running')
        : t('running: {0} {1}, protocol {2} ({3})', ...factTexts(facts));
    case 'starting':
      return t('starting');
    case 'failed':
      return failedText(problem === undefined ? '' : shown(problem), 'url' in config);
    case 'stopped':
      return t('off; starts at the first use');
  }
}

function failedText(problem: string, isRemote: boolean): string {
  return isRemote
    ? t(
        'failed: {0} Check its address and that it runs. The next use tries it again, "Start" at once.',
        problem,
      )
    : t('failed: {0} The next use starts it again, "Start" at once.', problem);
}

/** Why a server of the workspace may not start; undefined if it may (INV-21). */
export function approvalText(approval: Approval): string | undefined {
  const texts: Readonly<Record<Approval, string | undefined>> = {
    approved: undefined,
    changed: t('changed since you approved it: it does not start'),
    none: t('not approved'),
  };
  return texts[approval];
}

/** The state of a server, and how many of its tools are on. */
export function summaryText(server: McpServer, tools: readonly ServerTool[]): string {
  return `${stateText(server)} · ${onText(tools)}`;
}

export function onText(tools: readonly ServerTool[]): string {
  const on = tools.filter(({ standing }) => standing === 'on').length;
  return t('{0} of {1} tools on', on, tools.length);
}

function factTexts({ name, version, protocol, era }: NonNullable<McpServer['facts']>) {
  return [name, version, protocol, era].map((text) => cutMarked(escapeControlInline(text), 60));
}

/** The address of a server, or its program with its arguments, as the settings have it. */
export function commandText({ config }: McpServer): string {
  const words = 'url' in config ? [config.url] : [config.command, ...(config.args ?? [])];
  return cutMarked(escapeControlInline(words.join(' ')), 200);
}

export function noServerText(): string {
  return t(
    'no MCP server is configured. Add one to gatehouse.mcp.servers, .vscode/mcp.json or .mcp.json.',
  );
}
