import type { Html } from './html';

/** Styles of the audit page, in the colours of the theme. */
export const auditStyle: Html = {
  html: `
body { color: var(--vscode-foreground); font: var(--vscode-font-size) var(--vscode-font-family); padding: 0 16px 16px; }
h1 { font-size: 1.4em; margin: 12px 0 4px; }
h2 { font-size: 1em; margin: 8px 0 4px; }
.where { color: var(--vscode-descriptionForeground); margin: 0 0 8px; overflow-wrap: anywhere; }
.problem { border: 1px solid var(--vscode-inputValidation-warningBorder); background: var(--vscode-inputValidation-warningBackground); padding: 6px 8px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
nav { position: sticky; top: 0; background: var(--vscode-editor-background); padding: 6px 0; }
nav button { background: var(--vscode-button-secondaryBackground); color: var(--vscode-button-secondaryForeground); border: 1px solid var(--vscode-button-border, transparent); border-radius: 2px; padding: 4px 10px; font: inherit; cursor: pointer; }
nav button:disabled { opacity: 0.5; cursor: default; }
button:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 3px 8px 3px 0; }
tbody tr:not(.details) { border-top: 1px solid var(--vscode-editorWidget-border); }
tbody tr:not(.details):hover { background: var(--vscode-list-hoverBackground); }
time, td:nth-child(3) { white-space: nowrap; }
.call, dd { font-family: var(--vscode-editor-font-family); overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; }
.good { color: var(--vscode-charts-green); white-space: nowrap; }
.bad { color: var(--vscode-errorForeground); white-space: nowrap; }
.neutral { white-space: nowrap; }
.twistie { background: none; border: 0; color: inherit; cursor: pointer; padding: 0 4px; font: inherit; }
.twistie::before { content: '▸'; }
.twistie[aria-expanded='true']::before { content: '▾'; }
.details td { padding: 4px 0 10px 28px; }
dl { margin: 0; display: grid; gap: 2px 16px; }
dl div { display: grid; grid-template-columns: 16em 1fr; }
dt { color: var(--vscode-descriptionForeground); }
dd { margin: 0; white-space: pre-wrap; max-height: 20em; overflow: auto; }
ol { margin: 0; padding-left: 2em; }
`,
};
