/** `> name@1.0.0 test`, by npm and pnpm; pnpm adds the folder. */
const npmHead = /^> (?:@[\w.-]+\/)?[\w.-]+@\d[\w.+-]* [\w:.-]+(?: \/\S*)?$/;
const yarnHead = /^yarn run v\d/;
const yarnEnd = /^Done in \d[\d.]*m?s\.?$/;
const scriptCommand = /^[>$] \S/;

/** `head` names the script, `command` is what it runs. */
export type ScriptLineKind = 'head' | 'command' | 'end';

/** What package managers say around the script they run. */
export function scriptLineKind(
  line: string,
  before: ScriptLineKind | undefined,
): ScriptLineKind | undefined {
  if (before === undefined && !/^[>yD]/.test(line)) return undefined;
  if (line.startsWith('> ') && npmHead.test(line)) return 'head';
  if (line.startsWith('yarn run v') && yarnHead.test(line)) return 'head';
  if (before === 'head' && scriptCommand.test(line)) return 'command';
  return line.startsWith('Done in ') && yarnEnd.test(line) ? 'end' : undefined;
}
