import path from 'node:path';
import ts from 'typescript';
import { readSource, sourceFiles } from './source-text';

/** A declaration: a function or value of a file, or a member of a type in it. */
export interface Declared {
  readonly file: string;
  readonly name: string;
  readonly member?: string;
}

/** Source with types, so that a scan follows the meaning of a name, not its spelling. */
export interface TypedSource {
  /** Files that use the declaration, other than to import or declare it; sorted. */
  usersOf(declared: Declared): readonly string[];
  /** Compiler errors of a file, as `TS2353: <message>`. */
  problemsOf(file: string): readonly string[];
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node', 'vscode'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
};

/** Reads everything below `src`, and the files in `more`. */
export function readTypedSource(more: readonly string[] = []): TypedSource {
  const files = [...sourceFiles('src'), ...more].map((file) => path.resolve(file));
  const program = ts.createProgram(files, options, overlayHost());
  const checker = program.getTypeChecker();
  const own = program.getSourceFiles().filter(({ fileName }) => isOwn(fileName));
  return {
    usersOf: (declared) => {
      const wanted = new Set(declarationsOf(program, declared));
      const users = own.filter((file) => usesAny(file, wanted, { checker, declared }));
      return users.map(({ fileName }) => path.relative('.', fileName)).sort();
    },
    problemsOf: (file) => {
      const found = program.getSourceFile(path.resolve(file));
      return program
        .getSemanticDiagnostics(found)
        .map(({ code, messageText }) => `TS${code}: ${flat(messageText)}`);
    },
  };
}

function overlayHost(): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const read = (file: string): string | undefined =>
    isOwn(file) ? readSource(path.relative('.', file)) : host.readFile(file);
  return {
    ...host,
    getSourceFile: (file, version) => {
      const text = read(file);
      return text === undefined ? undefined : ts.createSourceFile(file, text, version);
    },
  };
}

/** True for files of the product and probes, false for packages and libraries. */
function isOwn(file: string): boolean {
  const relative = path.relative('.', file).replaceAll(path.sep, '/');
  return /^(src|test\/arch\/probes)\//.test(relative);
}

function declarationsOf(program: ts.Program, declared: Declared): readonly ts.Declaration[] {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path.resolve(declared.file));
  const module = file && checker.getSymbolAtLocation(file);
  const named = module?.exports?.get(ts.escapeLeadingUnderscores(declared.name));
  const symbol =
    declared.member === undefined || named === undefined
      ? named
      : checker.getDeclaredTypeOfSymbol(named).getProperty(declared.member);
  const { declarations } = symbol ?? {};
  if (declarations !== undefined) return declarations;
  throw new Error(`${declared.file} declares no ${declared.name}.${declared.member ?? ''}`);
}

interface Search {
  readonly checker: ts.TypeChecker;
  readonly declared: Declared;
}

function usesAny(file: ts.SourceFile, wanted: Set<ts.Declaration>, search: Search): boolean {
  const { checker, declared } = search;
  const names = new Set([declared.member ?? declared.name]);
  const isWanted = (symbol: ts.Symbol | undefined): boolean =>
    symbol?.declarations?.some((declaration) => wanted.has(declaration)) ?? false;
  const visit = (node: ts.Node): boolean => {
    if (ts.isImportSpecifier(node)) {
      // A renamed import or property counts too.
      if (names.has(node.propertyName?.text ?? '')) names.add(node.name.text);
      return false;
    }
    const isNamed = names.has(textOf(node) ?? '') && !isDeclaration(node);
    if (isNamed && isWanted(meaningOf(node, checker))) return true;
    return ts.forEachChild(node, visit) ?? false;
  };
  return visit(file);
}

function textOf(node: ts.Node): string | undefined {
  return ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** The declaration of a name, through imports, destructuring and `value['name']`. */
function meaningOf(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = node;
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node) {
    const type = checker.getTypeAtLocation(parent.parent);
    return textOf(node) === undefined ? undefined : type.getProperty(textOf(node) ?? '');
  }
  const symbol = checker.getSymbolAtLocation(node);
  if (symbol === undefined) return undefined;
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function isDeclaration({ parent }: ts.Node): boolean {
  return (
    ts.isFunctionDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isPropertySignature(parent)
  );
}

function flat(message: string | ts.DiagnosticMessageChain): string {
  return ts.flattenDiagnosticMessageText(message, ' ').split('\n')[0] ?? '';
}
