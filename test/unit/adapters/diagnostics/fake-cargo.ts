import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type CargoDiagnosticsDeps,
  createCargoDiagnostics,
} from '../../../../src/adapters/diagnostics/cargo-diagnostics';
import { parseJson } from '../../../../src/core/contracts/json';
import { readList, readObject, readString } from '../../../../src/core/wire/codec/json-fields';
import { systemClock } from '../../../../src/adapters/system/clock';
import type { TemporaryWorkspace } from '../../fakes/temporary-workspace';

/** A call of the fake cargo. */
export interface CargoCall {
  readonly args: readonly unknown[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, unknown>>;
}

export interface FakeCargo {
  /** Calls of check or clippy; requests for the workspace folder are omitted. */
  readonly calls: () => readonly CargoCall[];
  readonly deps: CargoDiagnosticsDeps;
  readonly ofCargo: ReturnType<typeof createCargoDiagnostics>;
  /** Ends the time limit of running calls. */
  readonly timeIsOver: () => void;
}

export interface FakeCargoOptions {
  /** Its script in JavaScript; `args` are its arguments. Undefined: there is no cargo. */
  readonly script: string | undefined;
  /** The `Cargo.toml` of the whole workspace; undefined if cargo cannot report it. */
  readonly workspaceManifest?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Its folder below the test's folder; by default `bin`. */
  readonly folder?: string;
}

/** Expires only on request: a busy machine takes time to start a program. */
const timeLimitMs = 600_000;

/** A real program named cargo, next to the workspace. */
export function createFakeCargo(ws: TemporaryWorkspace, options: FakeCargoOptions): FakeCargo {
  const folder = path.join(ws.base, options.folder ?? 'bin');
  const log = path.join(ws.base, 'cargo-calls');
  mkdirSync(folder, { recursive: true });
  if (options.script !== undefined) {
    const file = path.join(folder, 'cargo');
    writeFileSync(file, programOf(log, options.script, options.workspaceManifest));
    chmodSync(file, 0o755);
  }
  const limits = new Set<() => void>();
  const deps: CargoDiagnosticsDeps = {
    files: ws.files,
    workspace: ws,
    clock: {
      ...systemClock,
      after: (ms, act) => {
        if (ms !== timeLimitMs) return systemClock.after(ms, act);
        limits.add(act);
        return { dispose: () => limits.delete(act) };
      },
    },
    env: { PATH: folder, HOME: ws.outside, ...options.env },
    platform: process.platform,
    timeLimitMs: () => timeLimitMs,
  };
  const calls = () =>
    (existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []).flatMap(callOf);
  const timeIsOver = () => {
    for (const act of limits) act();
  };
  return { deps, ofCargo: createCargoDiagnostics(deps), calls, timeIsOver };
}

function callOf(line: string): readonly CargoCall[] {
  const call = parseJson(line);
  const args = readList(call, 'args');
  if (call === undefined || args[0] === 'locate-project') return [];
  return [{ args, cwd: readString(call, 'cwd'), env: readObject(call, 'env') ?? {} }];
}

function programOf(log: string, script: string, manifest: string | undefined): string {
  return `#!${process.execPath}
const fs = require('node:fs');
const args = process.argv.slice(2);
const call = { args, cwd: process.cwd(), env: process.env };
fs.appendFileSync(${JSON.stringify(log)}, JSON.stringify(call) + '\\n');
if (args[0] === 'locate-project') {
  ${manifest === undefined ? 'process.exit(101)' : `console.log(${JSON.stringify(manifest)})`};
} else {
${script}
}
`;
}

/** A script that prints these problems and exits like cargo. */
export function printing(
  problems: readonly {
    readonly file: string;
    readonly level?: string;
    readonly message?: string;
  }[],
  manifest = '/none/Cargo.toml',
): string {
  const lines = problems.map(({ file, level = 'warning', message = 'wrong' }) =>
    JSON.stringify({
      reason: 'compiler-message',
      manifest_path: manifest,
      target: { src_path: file },
      message: {
        message,
        level,
        code: null,
        children: [],
        spans: [{ file_name: file, line_start: 1, column_start: 1, is_primary: true }],
      },
    }),
  );
  const code = problems.some(({ level }) => level === 'error') ? 101 : 0;
  return `process.stdout.write(${JSON.stringify(`${lines.join('\n')}\n`)});\nprocess.exitCode = ${code};`;
}
