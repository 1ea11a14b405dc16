import {
  policyAllows,
  policyDenies,
  type SuccessRecord,
  type ToolPolicy,
} from '../../contracts/tool-policy';

/** By tool: the tools that must have succeeded before. Names as declared, short or canonical. */
export type Dependencies = Readonly<Record<string, readonly string[]>>;

/** The canonical id that a declared name means (001 inv. 16). */
export type ToolIdOf = (name: string) => string;

/** `bash` is `core__bash`; what has a namespace is an id already. */
const ownToolId: ToolIdOf = (name) => (name.includes('__') ? name : `core__${name}`);

/**
 * Tool order: B runs only after A has succeeded in this chat (002 SequentialDependencyPolicy, W8 to
 * W10). The refusal names what is missing, sorted, as it was declared.
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
      return policyDenies(`Tool '${rule.name}' requires: ${missing.join(', ')}`);
    },
  };
}

interface Rule {
  /** As declared. */
  readonly name: string;
  /** Declared name by canonical id. */
  readonly required: ReadonlyMap<string, string>;
}

/** One tool may be declared under several names; all that it requires counts. */
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
 * A circle of tools that all wait for each other, `['a', 'b', 'a']`, by their declared names;
 * undefined when there is none. Such a policy is refused when it is loaded (C13).
 */
export function dependencyCycle(
  dependencies: Dependencies,
  toolIdOf: ToolIdOf = ownToolId,
): readonly string[] | undefined {
  const rules = compile(dependencies, toolIdOf);
  const done = new Set<string>();
  const follow = (id: string, name: string, trail: readonly Step[]): Cycle => {
    const start = trail.findIndex((step) => step.id === id);
    if (start !== -1) return [...trail.slice(start).map((step) => step.name), name];
    if (done.has(id)) return undefined;
    const here = [...trail, { id, name }];
    for (const [next, nextName] of rules.get(id)?.required ?? []) {
      const cycle = follow(next, nextName, here);
      if (cycle !== undefined) return cycle;
    }
    done.add(id);
    return undefined;
  };
  for (const [id, { name }] of rules) {
    const cycle = follow(id, name, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

interface Step {
  readonly id: string;
  readonly name: string;
}

type Cycle = readonly string[] | undefined;
