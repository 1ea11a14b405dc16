import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The notices that licenses of shipped packages ask for. Rejects for one without a license. */
export async function thirdPartyNotices(
  root: string,
  inputs: readonly string[],
  copied: readonly string[],
): Promise<string> {
  const names = new Set([...inputs.map(packageOf), ...copied]);
  const sections = await Promise.all(
    [...names]
      .filter((name) => name !== undefined)
      .sort()
      .map((name) => notice(path.join(root, 'node_modules', name))),
  );
  return [`Gatehouse ships code of these packages.\n`, ...sections].join('\n');
}

function packageOf(file: string): string | undefined {
  return /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
}

async function notice(folder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const fields = new Map<string, unknown>(Object.entries(manifest ?? {}));
  const [name, version, license] = ['name', 'version', 'license'].map((key) => fields.get(key));
  if (typeof license !== 'string') throw new Error(`${folder} names no license.`);
  const heading = `${String(name)} ${String(version)} (${license})`;
  return `${heading}\n${'-'.repeat(heading.length)}\n${await licenseText(folder)}\n`;
}

/** Some packages state their license in the manifest only. */
async function licenseText(folder: string): Promise<string> {
  const files = await readdir(folder);
  const file = files.find((each) => /^(licen[cs]e|copying)/i.test(each));
  return file === undefined ? '' : (await readFile(path.join(folder, file), 'utf8')).trim();
}
