import path from 'node:path';
import { say, type Sentence } from '../../core/base/sentence';
import { isInside } from '../../core/base/paths';
import { fail, succeed, type Result } from '../../core/contracts/failure';
import {
  workspaceServerFiles,
  type ApprovalText,
  type ApprovedParts,
  type WorkspaceReading,
  type WorkspaceServer,
} from '../../core/contracts/mcp/workspace-servers';
import { approvalText } from '../../core/mcp/approval-text';
import { readServerFile, type FileForm, type FileServer } from '../../core/mcp/workspace-file';
import { readRuleFile } from '../filters/read-rule-file';
import { canonicalPath } from '../files/canonical-path';
import { runsOtherCode } from '../process/code-variables';
import { filledIn, type LaunchPlace } from './launch';

const forms: Readonly<Record<(typeof workspaceServerFiles)[number], FileForm>> = {
  '.vscode/mcp.json': 'vscode',
  '.mcp.json': 'claude',
};

const maxFileBytes = 256 * 1024;

export interface ReadingDeps {
  readonly digest: (text: string) => string;
  readonly place: Omit<LaunchPlace, 'folder'>;
}

/**
 * The servers that files of the open folders name (003-mcp-4), each with the digest of all that an
 * approval covers. Starts nothing and never rejects.
 */
export async function readWorkspaceServers(
  folders: readonly string[],
  deps: ReadingDeps,
): Promise<WorkspaceReading> {
  const servers = new Map<string, WorkspaceServer>();
  const problems: Sentence[] = [];
  for (const file of workspaceServerFiles) {
    for (const folder of folders) {
      const full = path.join(folder, file);
      const content = await contentOf(folder, full);
      if (!content.ok) problems.push(say`${full}: ${content.failure}`);
      if (!content.ok || content.value === undefined) continue;
      const read = readServerFile(content.value, forms[file]);
      problems.push(...read.problems.map((problem) => say`${full}: ${problem}`));
      for (const server of read.servers) {
        const key = server.name.toLowerCase();
        const winner = servers.get(key);
        const made = await placed(server, folder, file, deps);
        if (!made.ok) problems.push(say`${full}: ${server.name}: ${made.failure}`);
        else if (winner === undefined) servers.set(key, made.value);
        else {
          const other = path.join(winner.folder, winner.file);
          problems.push(say`${full}: ${server.name} is not used: ${other} names it too`);
        }
      }
    }
  }
  return { servers: [...servers.values()], problems };
}

/** Undefined if there is no such file; a link that leaves the folder is not followed. */
async function contentOf(
  folder: string,
  file: string,
): Promise<Result<string | undefined, Sentence>> {
  let real: string;
  try {
    ({ real } = await canonicalPath(file));
  } catch {
    return fail(say`it cannot be read`);
  }
  const style = { separator: path.sep, caseSensitive: true };
  if (!isInside(folder, real, style)) return fail(say`it is outside the folder, behind a link`);
  const read = await readRuleFile(real, maxFileBytes);
  switch (read.kind) {
    case 'absent':
      return succeed(undefined);
    case 'text':
      return succeed(read.text);
    case 'too-large':
      return fail(say`it is larger than ${{ amount: maxFileBytes / 1024 }} KB`);
    case 'unreadable':
      return fail(read.why);
  }
}

async function placed(
  { name, config, envFile, inputs, ignored }: FileServer,
  folder: string,
  file: string,
  { digest, place }: ReadingDeps,
): Promise<Result<WorkspaceServer, Sentence>> {
  const here = { ...place, folder };
  const variables = await envFileOf(envFile, here);
  if (!variables.ok) return variables;
  const cwd = filledIn(config.cwd ?? '', here);
  const approved: ApprovedParts = {
    command: [config.command, ...(config.args ?? [])],
    cwd: config.cwd ?? '',
    envFile: envFile ?? '',
    inputs: inputs.map((input) => JSON.stringify(input)),
    variables: [...Object.entries(config.env ?? {}), ...Object.entries(variables.value)]
      .map(([key, value]) => [key, digest(JSON.stringify([folder, key, value]))] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  };
  return succeed({
    ...{ name, folder, file, config, inputs, ignored, approved },
    cwd: cwd.ok ? cwd.value : undefined,
    envFile: variables.value,
    digest: digest(JSON.stringify([1, folder, file, name, approved])),
  });
}

/** The variables of an `envFile`, which must be inside the folder. */
async function envFileOf(
  envFile: string | undefined,
  place: LaunchPlace,
): Promise<Result<Readonly<Record<string, string>>, Sentence>> {
  if (envFile === undefined) return succeed({});
  const { folder = '' } = place;
  const filled = filledIn(envFile, place);
  if (!filled.ok) return fail(say`envFile: ${filled.failure}`);
  const file = path.resolve(folder, filled.value);
  const content = await contentOf(folder, file);
  if (!content.ok) return fail(say`envFile: ${content.failure}`);
  if (content.value === undefined) return fail(say`envFile: ${file} does not exist`);
  return succeed(readEnvFile(content.value));
}

/** Lines `NAME=value`; a value may be in quotes, and nothing in it is replaced. */
function readEnvFile(text: string): Readonly<Record<string, string>> {
  const found = text.split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    const name = line
      .slice(0, Math.max(at, 0))
      .trim()
      .replace(/^export\s/, '')
      .trim();
    if (!/^[A-Za-z_][\w.-]*$/.test(name)) return [];
    const value = line.slice(at + 1).trim();
    const [quote = ''] = value;
    const isQuoted = /["']/.test(quote) && value.length > 1 && value.endsWith(quote);
    const comment = value.indexOf(' #');
    if (isQuoted) return [[name, value.slice(1, -1)] as const];
    return [[name, comment === -1 ? value : value.slice(0, comment).trim()] as const];
  });
  return Object.fromEntries(found);
}

/** What the user reads before the server may start, and what has changed since an approval. */
export function describeServer(
  server: WorkspaceServer,
  before: ApprovedParts | undefined,
): ApprovalText {
  const style = { separator: path.sep, caseSensitive: true };
  const runsInside =
    server.cwd !== undefined && isInside(server.folder, path.resolve(server.cwd), style);
  return approvalText(server, before, { runsOtherCode, isInside: runsInside });
}
