import type { Folders } from './command/simple-command';
import type {
  AndOr,
  CaseNode,
  CommandNode,
  IfNode,
  Substitution,
  LoopNode,
  Pipeline,
  Script,
  SimpleNode,
  Tail,
} from './parser/ast';

/** Where a command leaves the next one. */
export interface FoldersAfter {
  /** If it succeeds. */
  readonly ok: Folders;
  /** Either way. */
  readonly any: Folders;
}

/** Receives every command with the folders it may run in; returns where `cd` leads. */
export interface ScriptVisitor {
  simple(node: SimpleNode, script: Script, folders: Folders): Folders;
  /** Redirections of a compound command. */
  tail(tail: Tail, node: CommandNode, script: Script, folders: Folders): void;
  /** A substitution, before its script is walked. */
  inner(inner: Substitution, script: Script): void;
}

/** Walks every command of a script, however deep, in the order of the text. */
export function walkScript(script: Script, folders: Folders, walker: ScriptVisitor): FoldersAfter {
  let left: FoldersAfter = { ok: folders, any: folders };
  for (const item of script.items) left = walkAndOr(item, script, left.any, walker);
  return left;
}

function walkAndOr(
  item: AndOr,
  script: Script,
  folders: Folders,
  walker: ScriptVisitor,
): FoldersAfter {
  let left: FoldersAfter = { ok: folders, any: folders };
  for (const { operator, pipeline } of item.steps) {
    const before = operator === '&&' ? left.ok : left.any;
    const after = walkPipeline(pipeline, script, before, walker);
    const ok = operator === '||' ? joinFolders(left.ok, after.ok) : after.ok;
    left = { ok, any: joinFolders(left.any, after.any) };
  }
  return item.background ? { ok: folders, any: folders } : left;
}

function walkPipeline(
  pipeline: Pipeline,
  script: Script,
  folders: Folders,
  walker: ScriptVisitor,
): FoldersAfter {
  const here: FoldersAfter = { ok: folders, any: folders };
  let left = here;
  for (const command of pipeline.commands) left = walkCommand(command, script, folders, walker);
  if (pipeline.commands.length > 1) return here;
  return pipeline.negated ? { ok: left.any, any: left.any } : left;
}

function walkCommand(
  node: CommandNode,
  script: Script,
  folders: Folders,
  walker: ScriptVisitor,
): FoldersAfter {
  const { tail } = node;
  if (node.kind === 'simple') {
    const ok = walker.simple(node, script, folders);
    walkInner([...node.assignments, ...node.words].flatMap((word) => word.inner));
    walkTail();
    return { ok, any: joinFolders(folders, ok) };
  }
  if ('inner' in node) walkInner(node.inner);
  const left = walkCompound(node, folders, walker);
  const { redirects, documents, hereStrings } = tail;
  if (redirects.length + documents.length + hereStrings.length > 0) {
    walker.tail(tail, node, script, folders);
    walkTail();
  }
  return left;

  function walkInner(inner: readonly Substitution[]): void {
    for (const each of inner) {
      walker.inner(each, script);
      walkScript(each.script, folders, walker);
    }
  }

  function walkTail(): void {
    walkInner(tail.redirects.flatMap(({ target }) => target.inner));
    walkInner(tail.hereStrings.flatMap(({ word }) => word.inner));
    walkInner(tail.documents.flatMap((document) => document.inner));
  }
}

function walkCompound(
  node: Exclude<CommandNode, SimpleNode>,
  folders: Folders,
  walker: ScriptVisitor,
): FoldersAfter {
  const here: FoldersAfter = { ok: folders, any: folders };
  switch (node.kind) {
    case 'group':
      return walkScript(node.body, folders, walker);
    case 'subshell':
      walkScript(node.body, folders, walker);
      return here;
    case 'function':
      // Who calls it, and from where, is not followed.
      walkScript(node.body, undefined, walker);
      return { ok: undefined, any: undefined };
    case 'if':
      return walkIf(node, folders, walker);
    case 'loop':
      return walkLoop(node, folders, walker);
    case 'case':
      return walkCase(node, folders, walker);
    case 'arithmetic':
      return here;
  }
}

function walkIf(node: IfNode, folders: Folders, walker: ScriptVisitor): FoldersAfter {
  let before = folders;
  let any = folders;
  for (const { condition, body } of node.arms) {
    const tested = walkScript(condition, before, walker);
    any = joinFolders(any, walkScript(body, tested.ok, walker).any);
    before = tested.any;
    any = joinFolders(any, before);
  }
  if (node.otherwise !== undefined) {
    any = joinFolders(any, walkScript(node.otherwise, before, walker).any);
  }
  return { ok: any, any };
}

/** A round may begin where the one before ended; one that changes the folder may run anywhere. */
function walkLoop(node: LoopNode, folders: Folders, walker: ScriptVisitor): FoldersAfter {
  const before = node.moves ? undefined : folders;
  const tested =
    node.condition === undefined
      ? { ok: before, any: before }
      : walkScript(node.condition, before, walker);
  const left = walkScript(node.body, tested.any, walker);
  const any = joinFolders(tested.any, left.any);
  return { ok: any, any };
}

function walkCase(node: CaseNode, folders: Folders, walker: ScriptVisitor): FoldersAfter {
  let any = folders;
  let before = folders;
  for (const { body, fallsThrough } of node.arms) {
    const left = walkScript(body, before, walker);
    any = joinFolders(any, left.any);
    before = fallsThrough ? any : folders;
  }
  return { ok: any, any };
}

const maxFolders = 8;

/** All folders of both; unknown when one is, or when there are too many. */
function joinFolders(left: Folders, right: Folders): Folders {
  if (left === undefined || right === undefined) return undefined;
  const joined = new Set([...left, ...right]);
  return joined.size > maxFolders ? undefined : [...joined];
}
