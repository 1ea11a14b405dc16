import { randomBytes } from 'node:crypto';

/** Languages of VS Code in which the pages have texts, each in `l10n/panel.<language>.json`. */
export const pageLanguages = ['de', 'zh-cn'] as const;

/** The language of the pages in a window; undefined for English, also where they have no texts. */
export function pageLanguage(ofWindow: string): (typeof pageLanguages)[number] | undefined {
  return pageLanguages.find((each) => each === ofWindow.toLowerCase());
}

export interface PageFiles {
  /** The language of its texts, for the document and for numbers; English if absent. */
  readonly language?: string | undefined;
  /** The script that gives the page its texts in that language. */
  readonly texts?: string | undefined;
  readonly script: string;
  readonly style: string;
  readonly icons: string;
  /** Origin of the extension's own files, in the webview's form. */
  readonly source: string;
}

/** Only our script and styles are loaded, nothing remote (decision command-environment). */
export function pageHtml(
  { language = 'en', texts, script, style, icons, source }: PageFiles,
  { title, body }: { readonly title: string; readonly body: string },
): string {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `font-src ${source}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  // Before the script of the page, which reads them when it starts.
  const scripts = texts === undefined ? [script] : [texts, script];
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${icons}">
<link rel="stylesheet" nonce="${nonce}" href="${style}">
<title>${title}</title>
</head>
<body>
${body}
${scripts.map((src) => `<script nonce="${nonce}" src="${src}"></script>`).join('\n')}
</body>
</html>`;
}
