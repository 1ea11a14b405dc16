// @ts-check
/** Creates the project of one recording, runs its command there and returns the output. */
import { createServer } from 'node:http';
import { mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { homedir, hostname, tmpdir } from 'node:os';
import path from 'node:path';

import { childEnv, start } from './process.mjs';

/**
 * One row of `filter-recordings/<rule>.mjs`.
 *
 * @typedef {object} Recording
 * @property {string} case Name of the fixture.
 * @property {string} command What is run, and what the rule sees.
 * @property {string} [tool] Its name; otherwise the first word of the command.
 * @property {string} [version] Prints the version and fails where the tool is missing; otherwise
 * `<tool> --version`.
 * @property {Readonly<Record<string, string>>} [files] The project: text by path.
 * @property {string} [prepare] Run before, and not recorded. Programs of `node_modules/.bin` and
 * `.venv/bin` are found by it and by the command.
 * @property {string} [serve] A folder of the project that is served over HTTP meanwhile; its address
 * is `$SERVED`, also in `env`, and `https://packages.example` in the fixture.
 * @property {boolean} [terminal] In a terminal of its own: with colours, progress and escapes.
 * @property {boolean} [colour] Through a pipe, but told to colour.
 * @property {Readonly<Record<string, string>>} [env]
 * @property {readonly (readonly [RegExp, string])[]} [hide] What differs by machine, and its stand-in.
 * @property {readonly string[]} [keep] What must stay, beside what the extractor names.
 * @property {number} [seconds] Time limit; 300 otherwise.
 */

/**
 * @typedef {{ kind: 'recorded'; tool: string; exitCode: number; output: string }} Recorded
 * @typedef {{ kind: 'missing'; tool: string } | { kind: 'broken'; reason: string }} NotRecorded
 */

const SECONDS = 300;
const MAX_BYTES = 150_000;
const SHOWN_FOLDER = '/work';
const SHOWN_SERVER = 'https://packages.example';

/** Makes tools color their output in a pipe. */
const colours = {
  FORCE_COLOR: '1',
  CLICOLOR_FORCE: '1',
  CARGO_TERM_COLOR: 'always',
  PY_COLORS: '1',
};

/**
 * @param {Recording} recording
 * @returns {Promise<Recorded | NotRecorded>}
 */
export async function record(recording) {
  // A parent folder of our own, so that tools show the project as `work`.
  const above = await mkdtemp(path.join(await realpath(tmpdir()), 'gatehouse-record-'));
  const folder = path.join(above, 'work');
  const server = recording.serve === undefined ? undefined : await serve(folder, recording.serve);
  try {
    return await recordIn(folder, recording, server?.address);
  } finally {
    await server?.stop();
    await rm(above, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {Recording} recording
 * @param {string | undefined} served
 * @returns {Promise<Recorded | NotRecorded>}
 */
async function recordIn(folder, recording, served) {
  const { command, prepare, seconds = SECONDS } = recording;
  const options = {
    cwd: folder,
    env: environment(folder, recording, served),
    limit: seconds * 1000,
  };
  await writeProject(folder, recording.files ?? {});
  if (prepare !== undefined) {
    const { code, output } = await runShell(prepare, options);
    if (code !== 0) return broken(`preparing it failed:\n${output.slice(-2000)}`);
  }
  const tool = recording.tool ?? command.split(' ', 1).join('');
  const version = await versionOf(recording.version ?? `${tool} --version`, options);
  if (version === undefined) return { kind: 'missing', tool };
  const ran = await runShell(recording.terminal ? inTerminal(command) : command, options);
  if (ran.late) return broken(`ran over ${String(seconds)} s`);
  const output = withoutMachine(ran.output, { folder, served, hide: recording.hide ?? [] });
  const bytes = Buffer.byteLength(output);
  if (bytes > MAX_BYTES) return broken(`${String(bytes)} bytes are too many`);
  return { kind: 'recorded', tool: `${tool} ${version}`, exitCode: ran.code, output };
}

/**
 * @param {string} reason
 * @returns {NotRecorded}
 */
function broken(reason) {
  return { kind: 'broken', reason };
}

/**
 * @param {string} command
 * @param {{ cwd: string; env: NodeJS.ProcessEnv; limit: number }} options
 */
async function versionOf(command, options) {
  const { code, output } = await runShell(command, options);
  return code === 0 ? /\d+(?:\.\d+)+[\w.+-]*/.exec(output)?.[0] : undefined;
}

/**
 * @param {string} folder
 * @param {Recording} recording
 * @param {string | undefined} served
 * @returns {NodeJS.ProcessEnv}
 */
function environment(folder, recording, served) {
  const own = ['node_modules/.bin', '.venv/bin'].map((bin) => path.join(folder, bin));
  return childEnv({
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TERM: 'xterm-256color',
    CI: '',
    ...(served === undefined ? {} : { SERVED: served }),
    ...(recording.colour ? colours : {}),
    ...Object.fromEntries(
      Object.entries(recording.env ?? {}).map(([name, value]) => [
        name,
        value.replaceAll('$SERVED', served ?? ''),
      ]),
    ),
    PATH: [...own, process.env['PATH']].join(path.delimiter),
  });
}

/**
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} files
 */
async function writeProject(folder, files) {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
}

/** @param {string} command */
function inTerminal(command) {
  const sized = `stty cols 100 rows 30; ${command}`;
  return `script -qec ${quoted(sized)} /dev/null`;
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Runs a command with both streams in one pipe, which keeps their order.
 *
 * @param {string} command
 * @param {{ cwd: string; env: NodeJS.ProcessEnv; limit: number }} options
 */
async function runShell(command, { cwd, env, limit }) {
  let output = '';
  const child = start('bash', ['-c', `exec 2>&1\n${command}`], {
    cwd,
    env,
    onOutput: (text) => (output += text),
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    void child.stop();
  }, limit);
  const code = await child.exited;
  clearTimeout(timer);
  await child.stop();
  return { code, output, late };
}

/**
 * The output without traces of this machine.
 *
 * @param {string} output
 * @param {{ folder: string; served: string | undefined; hide: readonly (readonly [RegExp, string])[] }} own
 */
function withoutMachine(output, { folder, served, hide }) {
  let text = output.replaceAll(folder, SHOWN_FOLDER).replaceAll(homedir(), '/home/dev');
  text = text.replaceAll(path.dirname(folder), '/tmp');
  if (served !== undefined) {
    text = text
      .replaceAll(served, SHOWN_SERVER)
      .replaceAll(new URL(served).host, 'packages.example');
  }
  text = text.replaceAll(hostname(), 'machine');
  text = text.replace(/https?:\/\/[\w.-]*registry[\w.-]*/g, 'https://registry.example');
  for (const [pattern, shown] of hide) text = text.replace(pattern, shown);
  return text;
}

/**
 * A folder over HTTP, with a page of links for each folder in it, as package indexes have.
 *
 * @param {string} folder
 * @param {string} served
 */
async function serve(folder, served) {
  const root = path.join(folder, served);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const wanted = path.join(root, path.normalize(decodeURIComponent(pathname)));
    contentOf(wanted).then(
      ({ type, body }) =>
        response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body),
      () => response.writeHead(404).end('Not found\n'),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    address: `http://127.0.0.1:${String(address.port)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** @param {string} wanted */
async function contentOf(wanted) {
  try {
    return { type: 'application/octet-stream', body: await readFile(wanted) };
  } catch {
    // A folder; if nothing exists, this rejects and the response is 404.
    const names = await readdir(wanted);
    const listed = names.filter((name) => !name.endsWith('.metadata'));
    const links = listed.map((name) => {
      const more = names.includes(`${name}.metadata`) ? ' data-dist-info-metadata="true"' : '';
      return `<a href="${encodeURIComponent(name)}"${more}>${name}</a><br>`;
    });
    return { type: 'text/html', body: Buffer.from(`<!DOCTYPE html>${links.join('\n')}`) };
  }
}
