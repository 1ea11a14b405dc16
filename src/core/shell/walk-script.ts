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
export function walkScript(script: Script, folders: Folders, visitor: ScriptVisitor): FoldersAfter {
  return new ScriptWalker(visitor).script(script, folders);
}

class ScriptWalker {
  constructor(private readonly visitor: ScriptVisitor) {}

  script(script: Script, folders: Folders): FoldersAfter {
    let left = unmoved(folders);
    for (const item of script.items) left = this.andOr(item, script, left.any);
    return left;
  }

  private andOr(item: AndOr, script: Script, folders: Folders): FoldersAfter {
    let left = unmoved(folders);
    for (const { operator, pipeline } of item.steps) {
      const after = this.pipeline(pipeline, script, operator === '&&' ? left.ok : left.any);
      const ok = operator === '||' ? joinFolders(left.ok, after.ok) : after.ok;
      left = { ok, any: joinFolders(left.any, after.any) };
    }
    return item.background ? unmoved(folders) : left;
  }

  private pipeline(pipeline: Pipeline, script: Script, folders: Folders): FoldersAfter {
    let left = unmoved(folders);
    for (const command of pipeline.commands) left = this.command(command, script, folders);
    if (pipeline.commands.length > 1) return unmoved(folders);
    return pipeline.negated ? unmoved(left.any) : left;
  }

  private command(node: CommandNode, script: Script, folders: Folders): FoldersAfter {
    const { tail } = node;
    if (node.kind === 'simple') {
      const ok = this.visitor.simple(node, script, folders);
      const words = [...node.assignments, ...node.words];
      this.inner([...words.flatMap((word) => word.inner), ...innerOf(tail)], script, folders);
      return { ok, any: joinFolders(folders, ok) };
    }
    if ('inner' in node) this.inner(node.inner, script, folders);
    const left = this.compound(node, folders);
    const { redirects, documents, hereStrings } = tail;
    if (redirects.length + documents.length + hereStrings.length > 0) {
      this.visitor.tail(tail, node, script, folders);
      this.inner(innerOf(tail), script, folders);
    }
    return left;
  }

  private inner(inner: readonly Substitution[], script: Script, folders: Folders): void {
    for (const each of inner) {
      this.visitor.inner(each, script);
      this.script(each.script, folders);
    }
  }

  private compound(node: Exclude<CommandNode, SimpleNode>, folders: Folders): FoldersAfter {
    switch (node.kind) {
      case 'group':
        return this.script(node.body, folders);
      case 'subshell':
        this.script(node.body, folders);
        return unmoved(folders);
      case 'function':
        // Who calls it, and from where, is not followed.
        this.script(node.body, undefined);
        return unmoved(undefined);
      case 'if':
        return this.conditional(node, folders);
      case 'loop':
        return this.loop(node, folders);
      case 'case':
        return this.choice(node, folders);
      case 'arithmetic':
        return unmoved(folders);
    }
  }

  private conditional(node: IfNode, folders: Folders): FoldersAfter {
    let before = folders;
    let any = folders;
    for (const { condition, body } of node.arms) {
      const tested = this.script(condition, before);
      any = joinFolders(any, this.script(body, tested.ok).any);
      before = tested.any;
      any = joinFolders(any, before);
    }
    if (node.otherwise !== undefined) {
      any = joinFolders(any, this.script(node.otherwise, before).any);
    }
    return unmoved(any);
  }

  /** A round may begin where the one before ended; one that changes the folder may run anywhere. */
  private loop(node: LoopNode, folders: Folders): FoldersAfter {
    const before = node.moves ? undefined : folders;
    const { condition } = node;
    const tested = condition === undefined ? before : this.script(condition, before).any;
    return unmoved(joinFolders(tested, this.script(node.body, tested).any));
  }

  private choice(node: CaseNode, folders: Folders): FoldersAfter {
    let any = folders;
    let before = folders;
    for (const { body, fallsThrough } of node.arms) {
      any = joinFolders(any, this.script(body, before).any);
      before = fallsThrough ? any : folders;
    }
    return unmoved(any);
  }
}

function unmoved(folders: Folders): FoldersAfter {
  return { ok: folders, any: folders };
}

function innerOf({ redirects, hereStrings, documents }: Tail): readonly Substitution[] {
  return [
    ...redirects.flatMap(({ target }) => target.inner),
    ...hereStrings.flatMap(({ word }) => word.inner),
    ...documents.flatMap(({ inner }) => inner),
  ];
}

const maxFolders = 8;

/** All folders of both; unknown when one is, or when there are too many. */
function joinFolders(left: Folders, right: Folders): Folders {
  if (left === undefined || right === undefined) return undefined;
  const joined = new Set([...left, ...right]);
  return joined.size > maxFolders ? undefined : [...joined];
}
