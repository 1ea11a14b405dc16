/** Problems of the code: a bundle of its own, loaded with the first call that asks for them. */
export { createCargoDiagnostics } from '../../adapters/diagnostics/cargo-diagnostics';
export { createEditorDiagnostics } from './editor-diagnostics';
export { vscodeProblems } from './vscode-diagnostics';
