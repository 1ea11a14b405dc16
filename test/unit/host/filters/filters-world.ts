import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { systemClock } from '../../../../src/adapters/system/clock';
import { Emitter } from '../../../../src/adapters/system/emitter';
import { ReloadingFilters } from '../../../../src/host/filters/reloading-filters';
import type { WatchedFile } from '../../../../src/host/filters/rule-file-locations';
import { createFakeClock } from '../../fakes/clock';

/** Rules over real files, with the settings, the trust and the watcher of a test. */
export async function openFilters() {
  const folder = await mkdtemp(path.join(tmpdir(), 'filters-'));
  const globalFolder = path.join(folder, 'global');
  const root = path.join(folder, 'root');
  const settings = { path: '', isEnabled: true, listeners: new Emitter() };
  const workspace = { isTrusted: false, listeners: new Emitter() };
  const clock = createFakeClock();
  const told: string[] = [];
  const logged: unknown[] = [];
  let watched: readonly WatchedFile[] = [];
  let onEvent = (): void => undefined;
  function get(key: 'filters.enabled'): boolean;
  function get(key: 'filters.path'): string;
  function get(key: string): boolean | string {
    return key === 'filters.enabled' ? settings.isEnabled : settings.path;
  }
  const filters = new ReloadingFilters(
    {
      settings: { get, onDidChange: (each) => settings.listeners.event(each) },
      workspace: {
        roots: () => [root],
        isTrusted: () => workspace.isTrusted,
        onDidChange: (each) => workspace.listeners.event(each),
      },
      shell: {
        read: (text) =>
          Promise.resolve({
            text,
            state: 'read',
            doubts: [],
            blocked: [],
            parts: [],
            lastCommand: text.split(' | ')[0] ?? text,
          }),
      },
      // The real time is only measured; what waits, waits for the test.
      clock: { ...clock, monotonic: () => systemClock.monotonic() },
      globalFolder,
      log: {
        debug: (line) => logged.push(line),
        warn: () => undefined,
        report: (error) => logged.push(error),
      },
    },
    {
      notify: (problems) => {
        told.splice(0, told.length, ...problems.map(({ text }) => text));
      },
      // A busy machine must not stop a harmless rule.
      chunkLimitMs: 5000,
      watch: (files, listener) => {
        watched = files;
        onEvent = listener;
        return { dispose: () => undefined };
      },
    },
  );
  return {
    filters,
    settings,
    workspace,
    told,
    logged,
    folder,
    ownFile: path.join(globalFolder, 'filters.toml'),
    workspaceFile: path.join(root, '.gatehouse', 'filters.toml'),
    watched: () => watched.map((each) => path.join(each.folder, ...each.names)),
    put: async (file: string, text: string) => {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    },
    /** The watcher has seen something, and a moment has passed. */
    event: async () => {
      onEvent();
      clock.advance(1000);
      await filters.settled();
    },
    /** What is left of an output; undefined where it stays as it is. */
    filtered: async (command: string, text: string) => {
      const run = await filters.open(command);
      run?.write(text);
      return run?.end(0)?.text;
    },
    close: async () => {
      filters.dispose();
      await rm(folder, { recursive: true });
    },
  };
}

export function stripRule(name: string, pattern: string, prefix = 'mytool'): string {
  return `[[rules]]\nname = "${name}"\nmatch = { prefix = "${prefix}" }\nstrategy = { type = "strip_noise", patterns = ['${pattern}'] }\n`;
}
