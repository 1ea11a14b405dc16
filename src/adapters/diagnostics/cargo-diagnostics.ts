import { say } from '../../core/base/sentence';
import path from 'node:path';
import { classifyShell } from '../../core/contracts/classify-cause';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/system';
import type { DiagnosticItem, Diagnostics } from '../../core/ports/diagnostics';
import type { Files } from '../../core/ports/files';
import type { Workspace } from '../../core/ports/workspace';
import { commandEnvironment, type Environment } from '../process/environment';
import { runProgram } from '../process/run-program';
import { cargoAbsent, interpretExit, type CargoExit, type CargoKind } from './cargo-exit';
import { findCargo, findProjects, type CargoProject } from './cargo-project';
import { locateProblems, ProblemCollection, type LocatedProblems } from './compiler-problems';
import { worstFirst } from './worst-first';
import { errnoOf, isMissing } from '../system/errno';
import { counted } from '../../core/base/wording';

const locateLimitMs = 30_000;
const maxLine = 1024 * 1024;
const maxTotal = 128 * 1024 * 1024;

export interface CargoDiagnosticsDeps {
  readonly files: Pick<Files, 'resolve' | 'locate'>;
  readonly workspace: Pick<Workspace, 'roots'>;
  readonly clock: Clock;
  /** Of this process; variables that look like secrets are not passed on. */
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly timeLimitMs: () => number;
}

/** Problems reported by `cargo check` and `cargo clippy` (003-diagnostics-1; decision 33). */
export function createCargoDiagnostics(deps: CargoDiagnosticsDeps): Diagnostics['ofCargo'] {
  const { files, workspace } = deps;
  return async (kind, request) => {
    const roots = workspace.roots();
    const projects = await findProjects({ files, roots }, request.path);
    if (!projects.ok) return projects;
    const program = await findCargo({ ...deps, roots });
    if (program === undefined) return succeed({ items: [], total: 0, warnings: [cargoAbsent] });
    const cargo = cargoOf(deps, program, request.signal);
    const items: DiagnosticItem[] = [];
    const warnings: string[] = [];
    for (const project of projects.value) {
      const checked = await checkProject(project, kind, cargo, deps);
      if (!checked.ok) return checked;
      items.push(...checked.value.items);
      warnings.push(...checked.value.warnings);
    }
    return succeed({ ...worstFirst(items, request.max), warnings: [...new Set(warnings)] });
  };
}

interface Cargo {
  run(task: CargoTask): Promise<Result<CargoExit, Error>>;
}

interface CargoTask {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly timeLimitMs: number;
  readonly onLine: (line: string) => void;
}

function cargoOf(
  { env, platform, clock }: CargoDiagnosticsDeps,
  program: string,
  signal: AbortSignal,
): Cargo {
  const plain = { CARGO_TERM_COLOR: 'never', CARGO_TERM_PROGRESS_WHEN: 'never', NO_COLOR: '1' };
  const own = commandEnvironment([env, plain], platform);
  const base = { program, env: own, isTree: true, maxBytes: maxTotal, signal, clock };
  return {
    run: async ({ args, cwd, timeLimitMs, onLine }) => {
      let skipped = 0;
      const ran = await runProgram({
        ...base,
        args,
        cwd,
        limitMs: timeLimitMs,
        records: { end: '\n', maxBytes: maxLine },
        onRecord: ({ head, isCut }) => {
          if (isCut) skipped += 1;
          else if (head.length > 0) onLine(head);
          return 'more';
        },
      });
      return ran.ok ? succeed({ ...ran.value, skipped }) : ran;
    },
  };
}

interface Checked {
  readonly items: readonly DiagnosticItem[];
  readonly warnings: readonly string[];
}

async function checkProject(
  project: CargoProject,
  kind: CargoKind,
  cargo: Cargo,
  deps: CargoDiagnosticsDeps,
): Promise<Result<Checked>> {
  const timeLimitMs = deps.timeLimitMs();
  const buildFolder = await workspaceFolder(project, cargo);
  // The folder of a Cargo workspace means all its packages.
  const isWhole = buildFolder === project.folder && project.asked === project.folder;
  const found = new ProblemCollection();
  const onLine = (line: string): void => {
    found.add(line);
  };
  const task = { cwd: project.folder, timeLimitMs, onLine };
  const ran = await runKind(cargo, task, [
    kind,
    ...everything,
    ...(isWhole ? ['--workspace'] : []),
  ]);
  if (!ran.ok) return notStarted(ran.failure, kind);
  const hasErrors = found.hasErrors();
  const ended = interpretExit({ exit: ran.value, kind, timeLimitMs, hasErrors });
  if (!ended.ok) return ended;
  const placed = await locateProblems(found.problems(), {
    files: deps.files,
    project,
    buildFolder,
  });
  const warnings = [...ended.value, ...found.notes(), ...leftOut(placed)];
  return succeed({ items: placed.items, warnings });
}

/** Tests and examples have problems too. */
const everything = ['--message-format=json', '--all-targets'] as const;

/** Continues after a package that does not build, which cargo supports since version 1.74. */
async function runKind(
  cargo: Cargo,
  task: Omit<CargoTask, 'args'>,
  args: readonly string[],
): Promise<Result<CargoExit, Error>> {
  const ran = await cargo.run({ ...task, args: [...args, '--keep-going'] });
  const isUnknown = ran.ok && ran.value.code !== 0 && /--keep-going\b/.test(ran.value.stderr);
  return isUnknown ? cargo.run({ ...task, args }) : ran;
}

/** The folder of the Cargo workspace; the project's own folder if cargo does not report one. */
async function workspaceFolder(project: CargoProject, cargo: Cargo): Promise<string> {
  const lines: string[] = [];
  const ran = await cargo.run({
    args: ['locate-project', '--workspace', '--message-format', 'plain'],
    cwd: project.folder,
    timeLimitMs: locateLimitMs,
    onLine: (line) => lines.push(line),
  });
  const [manifest = ''] = lines;
  const isReported = ran.ok && ran.value.code === 0 && path.isAbsolute(manifest);
  return isReported ? path.dirname(manifest.trim()) : project.folder;
}

function leftOut({ hidden, elsewhere }: LocatedProblems): readonly string[] {
  return [
    ...(elsewhere === 0
      ? []
      : [`${problems(elsewhere)} elsewhere in the project; call without path to see all.`]),
    ...(hidden === 0
      ? []
      : [`${problems(hidden)} in files that are outside the workspace or may not be read.`]),
  ];
}

function problems(count: number): string {
  return counted(count, 'problem is', 'problems are');
}

function notStarted(error: Error, kind: CargoKind): Result<Checked> {
  if (isMissing(error)) return succeed({ items: [], warnings: [cargoAbsent] });
  const category = classifyShell({ errno: errnoOf(error) }) ?? 'permanent_failure';
  const message = say`cargo ${kind} could not be started: ${error.message}`;
  return fail<Failure>(failure('execution', message, { category }));
}
