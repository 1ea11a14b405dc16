import {
  builtInSource,
  shortToolName,
  toolSourceOf,
  type ToolSpec,
  type ToolTrait,
} from '../../contracts/tool-spec';
import type { BoundTool } from '../../contracts/tools/bound-tool';
import type { Disposable } from '../../ports/system';
import type { ToolSource } from '../../ports/tools';

/**
 * The tools of all sources. It reads them again only after a change, so looking one up costs the
 * same however many there are.
 */
export class ToolTable {
  private table: Table;

  /**
   * Throws if two tools share an id (INV-22) or an id names another source. A tool that comes later
   * is left out instead, and reported.
   */
  constructor(
    private readonly sources: readonly ToolSource[],
    private readonly report: (error: unknown) => void,
  ) {
    this.table = readTable(sources, (problem) => {
      throw problem;
    });
  }

  /** Every tool, sorted by id so that provider caches stay valid (INV-18). */
  specs(): readonly ToolSpec[] {
    return this.current().specs;
  }

  /** A tool by canonical id or short name. The call keeps it, whatever its source does later. */
  find(name: string): BoundTool | undefined {
    const listed = this.current().byName.get(name);
    return listed?.source.bind(listed.spec.name);
  }

  /** What models read about a tool now; undefined if its source withdrew it. */
  specOf(toolId: string): ToolSpec | undefined {
    return this.current().byName.get(toolId)?.spec;
  }

  /** Canonical ids of the tools with a trait. */
  withTrait(trait: ToolTrait): readonly string[] {
    return this.specs().flatMap(({ name, traits }) => (traits.includes(trait) ? [name] : []));
  }

  onDidChange(listener: () => void): Disposable {
    const watching = this.sources.map((source) => source.onDidChange(listener));
    return {
      dispose: () => {
        for (const each of watching) each.dispose();
      },
    };
  }

  private current(): Table {
    const { versions } = this.table;
    if (this.sources.some((source, index) => source.version() !== versions[index])) {
      this.table = readTable(this.sources, this.report);
    }
    return this.table;
  }
}

/** The tools of all sources, as of some versions of these. */
interface Table {
  readonly versions: readonly number[];
  readonly specs: readonly ToolSpec[];
  readonly byName: ReadonlyMap<string, ListedTool>;
}

interface ListedTool {
  readonly spec: ToolSpec;
  readonly source: ToolSource;
}

function readTable(sources: readonly ToolSource[], onProblem: (problem: Error) => void): Table {
  const byName = new Map<string, ListedTool>();
  const specs: ToolSpec[] = [];
  for (const source of sources) {
    for (const spec of source.list()) {
      const names = [spec.name, shortToolName(spec.name)];
      const problem = problemOf(
        spec,
        source,
        names.find((name) => byName.has(name)),
      );
      if (problem !== undefined) {
        onProblem(new Error(problem));
        continue;
      }
      specs.push(spec);
      for (const name of names) byName.set(name, { spec, source });
    }
  }
  specs.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { versions: sources.map((source) => source.version()), specs, byName };
}

/** Why a tool of a source cannot be used: trust goes by the source that its id names. */
function problemOf(
  { name }: ToolSpec,
  source: ToolSource,
  shared: string | undefined,
): string | undefined {
  if (shared !== undefined) return `Two tools share the id ${shared}.`;
  if (isOf(toolSourceOf(name), source)) return undefined;
  return `The source ${source.name} may not offer ${name}, which names another source.`;
}

/** A source of several servers, `mcp`, may offer the tools of each of them, `mcp:files`. */
function isOf(named: string, { name }: ToolSource): boolean {
  return named === name || named.startsWith(`${name}:`);
}

/** The source of the built-in tools, which never change. */
export function builtInTools(tools: readonly BoundTool[]): ToolSource {
  const specs = tools.map(({ spec }) => spec);
  const byId = new Map(tools.map((tool) => [tool.id, tool]));
  return {
    name: builtInSource,
    version: () => 1,
    list: () => specs,
    bind: (toolId) => byId.get(toolId),
    onDidChange: () => ({ dispose: () => undefined }),
  };
}
