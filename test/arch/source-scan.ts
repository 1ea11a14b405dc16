import ts from 'typescript';
import { shortToolName } from '../../src/core/contracts/tool-spec';
import { knownTools } from '../../src/core/tools/known.gen';
import { readSource } from './source-text';

/** The finding at a node of a file; undefined for none. */
export type Finding = (node: ts.Node) => string | undefined;

/** The findings in a file, in order, without duplicates. */
function scan(file: string, finding: Finding): readonly string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const what = finding(node);
    if (what !== undefined) found.add(what);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest, true));
  return [...found];
}

/** The findings in many files, as `file: what`. */
export function scanAll(files: readonly string[], finding: Finding): readonly string[] {
  return files.flatMap((file) => scan(file, finding).map((what) => `${file}: ${what}`));
}

/** The module name of any kind of import. */
export const imported: Finding = (node) => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return textOf(node.moduleSpecifier);
  }
  if (ts.isExternalModuleReference(node)) return textOf(node.expression);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return textOf(node.argument.literal);
  }
  if (!ts.isCallExpression(node)) return undefined;
  const isLoad =
    node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === 'require';
  return isLoad ? textOf(node.arguments[0]) : undefined;
};

function textOf(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** Imports of packages and of Node, but not of our own files. */
export const importedPackage: Finding = (node) => {
  const from = imported(node);
  return from?.startsWith('.') === false ? from : undefined;
};

/** Words in names and texts, without comments. */
export function wordOf(pattern: RegExp): Finding {
  return (node) => {
    const isText =
      ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
    return isText ? pattern.exec(node.text)?.[0] : undefined;
  };
}

const ambient = new Set(['process', 'globalThis', 'fetch', 'XMLHttpRequest', 'eval', 'Function']);

/** A global that code accesses, rather than a property of that name. */
export const ambientName: Finding = (node) =>
  ts.isIdentifier(node) && ambient.has(node.text) && isFree(node) ? node.text : undefined;

function isFree(node: ts.Identifier): boolean {
  const { parent } = node;
  const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
  const isKey = ts.isPropertyAssignment(parent) && parent.name === node;
  return !isMember && !isKey && !ts.isPropertySignature(parent);
}

/** The environment of the process, or VS Code's secret storage. */
export const secretSource: Finding = (node) => {
  if (!ts.isIdentifier(node)) return undefined;
  if (/^(SecretStorage|secrets)$/.test(node.text)) return node.text;
  if (node.text !== 'process' || !isFree(node)) return undefined;
  const { parent } = node;
  const takesPart = ts.isPropertyAccessExpression(parent) && parent.expression === node;
  // Access to the whole process includes its environment.
  return takesPart && parent.name.text !== 'env' ? undefined : 'process.env';
};

const equality = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** A decision by the name of a tool, which should be data. */
export const toolNameDecision: Finding = (node) => {
  if (ts.isCaseClause(node)) return canonicalId(node.expression);
  if (!ts.isBinaryExpression(node) || !equality.has(node.operatorToken.kind)) return undefined;
  const { left, right } = node;
  const isTool = [left, right].some((side) => /\b(toolId|tool\.(id|name))$/.test(side.getText()));
  const isText = [left, right].some((side) => ts.isStringLiteralLike(side));
  return canonicalId(left) ?? canonicalId(right) ?? (isTool && isText ? node.getText() : undefined);
};

const shortNames = new Set(knownTools.map(({ id }) => shortToolName(id)));

/** Short names of tools that are no ordinary word. */
const compoundName = new RegExp(
  `\\b(?:${[...shortNames].filter((name) => name.includes('_')).join('|')})\\b`,
);

/** A tool by name in a text, or a call of a tool that is named. */
export const namedTool: Finding = (node) => {
  if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
    return (/\b(?:core|mcp)__\w+/.exec(node.text) ?? compoundName.exec(node.text))?.[0];
  }
  const isCall = ts.isPropertyAssignment(node) && /^tool(Id)?$/.test(node.name.getText());
  const called = isCall ? textOf(node.initializer) : undefined;
  return called !== undefined && shortNames.has(called) ? called : undefined;
};

function canonicalId(node: ts.Node): string | undefined {
  const text = textOf(node);
  return text !== undefined && /^(core|mcp)__/.test(text) ? text : undefined;
}
