import { say } from '../../base/sentence';
import {
  policyAllows,
  policyDenies,
  type SuccessRecord,
  type ToolPolicy,
} from '../../contracts/policy/tool-policy';
import { coreToolId } from '../../contracts/tool-spec';

/** By tool, the tools that must have succeeded before it. Names as declared, short or canonical. */
export type Dependencies = Readonly<Record<string, readonly string[]>>;

/** Maps a declared name to the canonical id (INV-16). */
export type ToolIdOf = (name: string) => string;

/** A short name means the built-in tool; a name with a namespace already is an id. */
const ownToolId: ToolIdOf = (name) => (name.includes('__') ? name : coreToolId(name));

/**
 * Tool order: B runs only after A has succeeded in this chat (W8 to W10). The denial lists the
 * missing tools, sorted, by their declared names.
 */
export function sequentialDependency(
  dependencies: Dependencies,
  toolIdOf: ToolIdOf = ownToolId,
): ToolPolicy {
  const rules = compile(dependencies, toolIdOf);
  return {
    name: 'sequential_dependency',
    check: ({ tool }, { record }) => {
      const rule = rules.get(tool.id);
      const missing = rule === undefined ? [] : missingNames(rule, record);
      if (rule === undefined || missing.length === 0) return policyAllows;
      return policyDenies(say`Tool '${rule.name}' requires: ${missing.join(', ')}`);
    },
  };
}

interface Rule {
  /** As declared. */
  readonly name: string;
  /** Declared name by canonical id. */
  readonly required: ReadonlyMap<string, string>;
}

/** A tool may be declared under several names; their requirements are combined. */
function compile(dependencies: Dependencies, toolIdOf: ToolIdOf): ReadonlyMap<string, Rule> {
  const rules = new Map<string, Rule>();
  for (const [name, required] of Object.entries(dependencies)) {
    const id = toolIdOf(name);
    const known = rules.get(id);
    rules.set(id, {
      name: known?.name ?? name,
      required: new Map([
        ...required.map((other) => [toolIdOf(other), other] as const),
        ...(known?.required ?? []),
      ]),
    });
  }
  return rules;
}

function missingNames({ required }: Rule, record: SuccessRecord): readonly string[] {
  const missing: string[] = [];
  for (const [id, name] of required) if (!record.hasRun(id)) missing.push(name);
  return missing.sort();
}

/**
 * A cycle of tools that require each other, `['a', 'b', 'a']`, by their declared names; undefined
 * if there is none. Such a policy is refused when it is loaded (C13).
 */
export function dependencyCycle(
  dependencies: Dependencies,
  toolIdOf: ToolIdOf = ownToolId,
): readonly string[] | undefined {
  const rules = compile(dependencies, toolIdOf);
  const done = new Set<string>();
  for (const [id, { name }] of rules) {
    const cycle = done.has(id) ? undefined : cycleFrom({ id, name }, rules, done);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

const noTools: ReadonlyMap<string, string> = new Map();

interface NamedTool {
  readonly id: string;
  readonly name: string;
}

/** A tool on the current path, and its requirements that were not followed yet. */
interface Step extends NamedTool {
  readonly rest: Iterator<readonly [string, string]>;
}

/** Depth first, without recursion: a settings file may declare long chains. Fills `done`. */
function cycleFrom(
  start: NamedTool,
  rules: ReadonlyMap<string, Rule>,
  done: Set<string>,
): readonly string[] | undefined {
  const stepTo = (tool: NamedTool): Step => {
    return { ...tool, rest: (rules.get(tool.id)?.required ?? noTools).entries() };
  };
  const trail = [stepTo(start)];
  const onTrail = new Set([start.id]);
  for (let here = trail.at(-1); here !== undefined; here = trail.at(-1)) {
    const next = here.rest.next();
    if (next.done === true) {
      done.add(here.id);
      onTrail.delete(here.id);
      trail.pop();
      continue;
    }
    const [id, name] = next.value;
    if (onTrail.has(id)) return [...namesFrom(id, trail), name];
    if (done.has(id)) continue;
    onTrail.add(id);
    trail.push(stepTo({ id, name }));
  }
  return undefined;
}

function namesFrom(id: string, trail: readonly Step[]): readonly string[] {
  return trail.slice(trail.findIndex((step) => step.id === id)).map(({ name }) => name);
}
