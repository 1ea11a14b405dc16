import { hasWildcard, matchesWildcard } from '../../core/base/wildcard';
import type { ShadowedRule } from '../../core/contracts/calls/decision';
import type { Policy } from '../../core/contracts/policy/policy';
import { settings as declared, type SettingValue } from '../../core/contracts/settings/settings';
import { shadowedDenies } from '../../core/pipeline/shadowed-rules';
import type { SettingValues } from '../settings/read-settings';
import type { KnownTool } from '../../core/tools/known.gen';
import { extensionSource, toolsWith, shortToolName } from '../../core/contracts/tool-spec';
import { nearestName } from './nearest-name';
import { hasUserRules } from './setting-rules';
import { canonicalToolName } from '../settings/tool-names';
import { t } from '../window/language';

/** Warnings about rules that are valid and yet have no effect. */
export function policyWarnings(
  policy: Policy,
  settings: SettingValues,
  tools: readonly KnownTool[],
): readonly string[] {
  return [
    ...shadowedDenies(policy.permissions, toolsWith(tools, 'runsCommand')).map(shadowedNote),
    ...unusedLists(settings),
    ...unknownTools(policy, settings, tools),
    ...unknownGroups(settings, tools),
  ];
}

function shadowedNote({ rule: deny, by }: ShadowedRule): string {
  const rule = `${shortToolName(deny.tool)} ${JSON.stringify(deny.pattern)}`;
  const place = deny.place ?? deny.source;
  return by.place === undefined
    ? t(
        'gatehouse.{0}: this deny ({1}) never applies, because a rule before it decides the same calls first. Move it up.',
        place,
        rule,
      )
    : t(
        'gatehouse.{0}: this deny ({1}) never applies, because {2} decides the same calls first. Move it up.',
        place,
        rule,
        by.place,
      );
}

/**
 * The legacy lists give way to rules as a whole (decision 39): users may assume that both apply.
 */
function unusedLists(settings: SettingValues): readonly string[] {
  if (!hasUserRules(settings)) return [];
  return (['shell.blockedCommands', 'shell.confirmPatterns'] as const)
    .filter((key) => settings.get(key).length > 0)
    .map((key) =>
      t(
        'gatehouse.{0} is not used, because gatehouse.permissions has rules. Add its entries there, as patterns such as "*text*".',
        key,
      ),
    );
}

interface NamedTool {
  readonly name: string;
  readonly place: string;
}

/** Names that no tool has (C10): a deny for them would protect nothing. */
function unknownTools(
  policy: Policy,
  settings: SettingValues,
  tools: readonly KnownTool[],
): readonly string[] {
  const ids = tools.map(({ id }) => id);
  const notes = toolsNamed(policy, settings)
    .filter(({ name }) => !isKnown(name, ids))
    .map(({ name, place }) => {
      const near = nearestName(name, ids.map(shortToolName));
      return near === undefined
        ? t('gatehouse.{0} names the tool "{1}", which does not exist.', place, name)
        : t(
            'gatehouse.{0} names the tool "{1}", which does not exist. Did you mean "{2}"?',
            place,
            name,
            near,
          );
    });
  return [...new Set(notes)];
}

function toolsNamed(policy: Policy, settings: SettingValues): readonly NamedTool[] {
  const rules = (['permissions', 'defaultPermissions'] as const).flatMap((key) =>
    Object.keys(settings.get(key)).map((name) => ({ name, place: key })),
  );
  const ofWorkspace = policy.permissions
    .filter(({ source }) => source === 'workspace')
    .map(({ tool, place = 'workspace' }) => ({ name: shortToolName(tool), place }));
  const groups = Object.entries(settings.get('toolPolicies.groups')).flatMap(([group, list]) =>
    toolsOf(list).map((name) => ({ name, place: `toolPolicies.groups.${group}` })),
  );
  return [
    ...settings.get('allowedTools').map((name) => ({ name, place: 'allowedTools' })),
    ...[...ofWorkspace, ...rules].filter(({ name }) => name !== '*'),
    ...policy.policyRules
      .filter(({ tool }) => tool !== '*')
      .map(({ tool, place }) => ({ name: hasWildcard(tool) ? tool : shortToolName(tool), place })),
    ...groups,
    ...toolsOf(settings.get('toolPolicies.profile')).map((name) => {
      return { name, place: 'toolPolicies.profile' };
    }),
  ];
}

function toolsOf(list: SettingValue<'toolPolicies.profile'>): readonly string[] {
  return list.flatMap((declaration) =>
    declaration.policy === 'read_before_write'
      ? [...(declaration.read_tools ?? []), ...(declaration.write_tools ?? [])]
      : Object.entries(declaration.dependencies).flat(2),
  );
}

/** Foreign tools are known once their source is asked; until then their names may be right. */
function isKnown(name: string, ids: readonly string[]): boolean {
  const server = /^(?:mcp__.+?__|ext__)/.exec(name)?.[0];
  if (server !== undefined && !ids.some((id) => id.startsWith(server))) return true;
  if (!hasWildcard(name) || name === '*') return ids.includes(canonicalToolName(name));
  return ids.some((id) =>
    [id, shortToolName(id)].some((known) => matchesWildcard(name, known, { ignoreCase: true })),
  );
}

/** Groups without tools: their policies have no effect. */
function unknownGroups(settings: SettingValues, tools: readonly KnownTool[]): readonly string[] {
  const known = new Set(tools.flatMap(({ group }) => group ?? []));
  const shipped = declared['toolPolicies.groups'].default;
  return Object.keys(settings.get('toolPolicies.groups'))
    .filter((name) => !known.has(name) && !Object.hasOwn(shipped, name))
    .filter((name) => name !== extensionSource && !name.startsWith('mcp:'))
    .map((name) => {
      const near = nearestName(name, known);
      return near === undefined
        ? t('gatehouse.toolPolicies.groups names the group "{0}", which has no tools.', name)
        : t(
            'gatehouse.toolPolicies.groups names the group "{0}", which has no tools. Did you mean "{1}"?',
            name,
            near,
          );
    });
}
