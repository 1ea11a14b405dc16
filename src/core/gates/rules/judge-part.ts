import { obeysItsFolder, programAndVerb, runsAnything } from '../../base/command-text';
import { listed, say, type Sentence } from '../../base/sentence';
import { commandMatcher, matchesCommand } from '../../base/wildcard';
import type { PermissionRule, RuleVerdict } from '../../contracts/calls/decision';
import type { GateCall } from '../../contracts/policy/define-gate';
import { globKey, type CallPaths } from '../../contracts/calls/call-paths';
import type {
  GlobWord,
  JudgedPart,
  ShellHazard,
  ShellPart,
} from '../../contracts/calls/shell-analysis';
import { rulesNaming } from './command-rules';
import {
  allowedBy,
  findRules,
  joinLayers,
  ruleName,
  rulesFor,
  type Fit,
} from './permission-layers';
import { normalizePath, pathBaseName } from '../../base/paths';

export interface PartVerdict {
  readonly verdict: RuleVerdict;
  readonly judged: JudgedPart;
  /** What "Always allow" may save of a part that asks, if nothing else does; else why not. */
  readonly offer?: () => RuleOffer;
  /** The first of the user's own rules that matches, leaving out grants and workspace rules. */
  readonly decider: PermissionRule | undefined;
}

export type RuleOffer = Pick<JudgedPart, 'allowable' | 'obstacle'>;

/** Replaces spaces inside a word, so that no pattern takes one for a word boundary. */
const innerBlank = '\uE000';
const maxPattern = 1000;

/**
 * By the permission rules (003-permissions-1; decisions shell-wrappers, shell-hazards and
 * shell-rules). An allow must name the program literally and cover each hazard.
 */
export function judgePart(part: ShellPart, call: GateCall, ignoreCase: boolean): PartVerdict {
  const text = part.words.length === 0 ? part.raw : textOf(part);
  const globs = harmlessGlobs(part, call.paths);
  const hazards = remainingHazards(part, call, globs);
  const expanded = globs.flatMap((glob) => withNames(part, glob));
  const spellings = spellingsOf(part, text, expanded);
  const program = programOf(part, ignoreCase);
  let allowable: readonly Allowable[] | undefined;
  let near: PermissionRule | undefined;
  const fitOf = (rule: PermissionRule): Fit => {
    if (rule.action !== 'allow') return tighteningFit(rule, spellings);
    allowable ??= [part, ...expanded].map(allowableOf);
    if (!allowable.every((each) => allowMatches(rule.pattern, each))) return 'not';
    if (isCovered(hazards, rule.pattern)) return 'exactly';
    near ??= rule;
    return 'not';
  };
  const rules = rulesFor(call.policy.permissions, call.tool.id);
  const found = findRules(call, fitOf, rulesNaming(rules, program, ignoreCase));
  const of = { text, decider: found.withoutGrants };
  const reasons = hazards.map(({ reason }) => reason);
  const isUnruled = found.first === undefined && found.workspace === undefined;
  if (isUnruled && part.role === 'tightens' && hazards.length === 0) {
    return partVerdict(of, { verdict: 'allow', reason: say`the command it runs decides` }, []);
  }
  if (!isUnruled) {
    const verdict = joinLayers(found, (rule) => allowedBy(rule, call));
    if (verdict.verdict !== 'ask') {
      return partVerdict(of, verdict, verdict.verdict === 'allow' ? [] : reasons);
    }
    return { ...partVerdict(of, verdict, reasons), offer: () => ({ obstacle: 'rule' }) };
  }
  const verdict = { verdict: 'ask', reason: whyUnruled(text, near, reasons) } as const;
  const asked = partVerdict(of, verdict, reasons, near === undefined ? 'no-rule' : 'near-rule');
  const offer = (): RuleOffer =>
    hazards.length === 0 ? allowableOffer(part, text) : { obstacle: 'hazard' };
  return { ...asked, offer };
}

function textOf({ words }: Pick<ShellPart, 'words'>): string {
  return words.map(({ text }) => text).join(' ');
}

function partVerdict(
  { text, decider }: Pick<PartVerdict, 'decider'> & { readonly text: string },
  verdict: RuleVerdict,
  hazards: readonly Sentence[],
  code: JudgedPart['code'] = verdict.rule && 'rule',
): PartVerdict {
  const { verdict: answer, reason } = verdict;
  const judged = { text, verdict: answer, reason, ...(code && { code }), hazards };
  return { verdict, judged, decider };
}

function whyUnruled(
  text: string,
  near: PermissionRule | undefined,
  [first, ...others]: readonly Sentence[],
): Sentence {
  const shown = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  if (first === undefined) return say`no rule matches ${JSON.stringify(shown)}`;
  const hazards = listed([first, ...others]);
  return near === undefined
    ? say`no rule matches ${JSON.stringify(shown)}; ${hazards}`
    : say`${ruleName(near)} does not cover this: ${hazards}`;
}

/** The texts of a part in lower case. Many rules are tried on them, so each is made once. */
interface Spellings {
  readonly text: string;
  /** What else names it: with its paths resolved, and its further forms. */
  readonly others: readonly string[];
}

function spellingsOf(
  part: ShellPart,
  written: string,
  expanded: readonly Pick<ShellPart, 'words'>[],
): Spellings {
  const resolved = resolvedText(part, written, /(?:^|\/)\.{0,2}\//);
  const text = written.toLowerCase();
  const all = [resolved, ...part.forms, ...expanded.map(textOf)];
  const others = all.filter((form) => form !== written).map((form) => form.toLowerCase());
  return { text, others };
}

/** Matches any spelling; an ask that matches only another one hides no later deny. */
function tighteningFit({ pattern, action }: PermissionRule, { text, others }: Spellings): Fit {
  const matches = commandMatcher(pattern);
  if (matches(text)) return 'exactly';
  if (others.length === 0 || !others.some(matches)) return 'not';
  return action === 'deny' ? 'exactly' : 'loosely';
}

/** The words, with `.` and `..` resolved where they are in a path: `build/../src` is `src`. */
function resolvedText(
  { words }: Pick<ShellPart, 'words'>,
  text: string,
  where: RegExp,
  blank?: string,
): string {
  if (!text.includes('/')) return text;
  return words
    .map((word, at) =>
      at > 0 && where.test(word.text) ? normalizePath(word.text, '/') : word.text,
    )
    .map((word) => (blank === undefined ? word : word.replace(/\s/g, blank)))
    .join(' ');
}

/** The text an allow rule must match. */
interface Allowable {
  /** The words, separated by spaces; no word contains a space. */
  readonly text: string;
  /** The same after `..` is resolved: what it leads to must match too. */
  readonly resolved: string;
}

function allowableOf({ words }: Pick<ShellPart, 'words'>): Allowable {
  const text = words.map((word) => word.text.replace(/\s/g, innerBlank)).join(' ');
  const resolved = resolvedText({ words }, text, /(?:^|\/)\.\.(?:\/|$)/, innerBlank);
  return { text, resolved };
}

/**
 * What an allow must name; undefined if none can. Only the program is case-sensitive: another
 * spelling is another program (decision 12).
 */
function programOf(
  { words: [program] }: Pick<ShellPart, 'words'>,
  ignoreCase: boolean,
): string | undefined {
  if (program?.known !== true) return undefined;
  return ignoreCase ? program.text.toLowerCase() : program.text;
}

/** Its program is the part's: only such rules are tried. */
function allowMatches(pattern: string, { text, resolved }: Allowable): boolean {
  const matches = (form: string): boolean =>
    matchesCommand(pattern, form, { ignoreCase: true }) ||
    (quiet.test(form) &&
      matchesCommand(pattern, form.replace(quiet, 'git '), { ignoreCase: true }));
  return matches(text) && (resolved === text || matches(resolved));
}

/** What makes git show its output at once changes nothing that a rule is about. */
const quiet = /^git (?:(?:--no-pager|--no-optional-locks) )+/;

/** A pattern covers a hazard if it contains the hazard's words. */
function isCovered(hazards: readonly ShellHazard[], pattern: string): boolean {
  if (hazards.length === 0) return true;
  const words = new Set(pattern.split(/\s+/));
  return hazards.every(
    ({ liftedBy }) => liftedBy !== undefined && liftedBy.every((word) => words.has(word)),
  );
}

/** What "Always allow" may save: the exact words, or program and verb if that is harmless. */
function allowableOffer({ words, role }: ShellPart, text: string): RuleOffer {
  const isPlain = words.every(({ known, text: word }) => known && /^[^\s*?]+$/.test(word));
  if (role !== 'decides' || words.length === 0 || !isPlain) {
    return { obstacle: runsAnything(text) ? 'runs-anything' : 'not-plain' };
  }
  if (runsAnything(text)) return { obstacle: 'runs-anything' };
  if (text.length > maxPattern) return { obstacle: 'too-long' };
  const verb = programAndVerb(text);
  return { allowable: verb === undefined ? [text] : [text, `${verb} *`] };
}

/** These run what the settings of a repository configure. */
const repositoryPrograms: ReadonlySet<string> = new Set(['git', 'hg', 'svn', 'jj']);
/** Folders with third-party content. */
const foreignFolders: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** The hazards of a part that remain, plus those of the call's folder. */
function remainingHazards(
  part: ShellPart,
  call: GateCall,
  globs: readonly ExpandedGlob[],
): readonly ShellHazard[] {
  const own =
    part.hazards.length === 0
      ? part.hazards
      : part.hazards.filter(
          ({ unlessGlob, unlessFolder, ...hazard }) =>
            !globs.some(({ glob }) => glob === unlessGlob) &&
            (unlessFolder === undefined ||
              !(
                isWorkspaceFolder(unlessFolder, call) ||
                isFolderAllowed({ ...hazard, unlessFolder }, call)
              )),
        );
  const added = hazardOfCall(part, call);
  return added === undefined ? own : [...own, added];
}

interface ExpandedGlob {
  readonly glob: GlobWord;
  readonly names: readonly string[];
}

/** Begins an option, or means more than a file to some program. */
const moreThanFile = /^[-+@!&]|[=:|\n]/;

/** The globs of which every name is known, and no more than the name of a file. */
function harmlessGlobs({ hazards }: ShellPart, { globs }: CallPaths): readonly ExpandedGlob[] {
  return hazards.flatMap(({ unlessGlob: glob }) => {
    if (glob === undefined) return [];
    const found = glob.folders.map((folder) => globs?.get(globKey(folder, glob.glob)));
    const names = found.flatMap((each) => each ?? []);
    const isKnown = found.every((each) => each !== undefined);
    const isFew = names.length <= (glob.most ?? names.length);
    return isKnown && isFew && !names.some((name) => moreThanFile.test(name))
      ? [{ glob, names }]
      : [];
  });
}

/** The command once for each name that the shell may put in place of the glob. */
function withNames(
  { words }: ShellPart,
  { glob: { word, glob }, names }: ExpandedGlob,
): readonly Pick<ShellPart, 'words'>[] {
  const fixed = word.slice(0, word.length - glob.length);
  return names.map((name) => ({
    words: words.map((each) =>
      !each.known && each.text === word ? { text: fixed + name, known: true } : each,
    ),
  }));
}

/** A rule `cd sub` names the folder for what runs there; `cd *` names none. */
function isFolderAllowed(
  { unlessFolder, liftedBy }: ShellHazard,
  { policy, tool, paths: { named, roots } }: GateCall,
): boolean {
  if (unlessFolder === undefined || liftedBy === undefined) return false;
  const place = named.find(({ given }) => given === unlessFolder)?.resolved;
  const real = place?.ok === true ? place.value.real : '';
  const names = [unlessFolder, ...roots.map((root) => real.slice(root.length + 1))];
  return policy.permissions.some(
    ({ action, pattern, tool: of }) =>
      action === 'allow' &&
      of === tool.id &&
      names.some((name) => [`cd ${name}`, `cd ${name} *`].includes(pattern)),
  );
}

/** Whether the path is another name of the call's folder or of an open folder. */
function isWorkspaceFolder(folder: string, { paths: { cwd, named, roots } }: GateCall): boolean {
  const place = named.find(({ given }) => given === folder)?.resolved;
  if (place?.ok !== true) return false;
  const { real } = place.value;
  return roots.includes(real) || (cwd?.resolved.ok === true && cwd.resolved.value.real === real);
}

function hazardOfCall({ words: [program] }: ShellPart, call: GateCall): ShellHazard | undefined {
  const { cwd } = call.paths;
  if (cwd?.resolved.ok !== true) return undefined;
  const { real, root } = cwd.resolved.value;
  if (real === root) return undefined;
  const names = real.slice(root.length).split(/[\\/]/);
  const foreign = names.find((name) => foreignFolders.has(name.toLowerCase()));
  if (foreign !== undefined) return { reason: say`it runs in a folder of ${foreign}` };
  const name = pathBaseName(program?.text ?? '').toLowerCase();
  if (obeysItsFolder(program?.text ?? '')) {
    const folder = real.slice(root.length).replaceAll('\\', '/').replace(/^\/+/, '');
    const reason = say`${name} takes its instructions from the folder ${folder}`;
    const hazard = { reason, unlessFolder: folder, liftedBy: [folder] };
    return isFolderAllowed(hazard, call) ? undefined : hazard;
  }
  if (!repositoryPrograms.has(name)) return undefined;
  return { reason: say`${name} reads the settings of a folder other than the workspace` };
}
