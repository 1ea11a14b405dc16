import { randomBytes } from 'node:crypto';

export interface PageFiles {
  readonly script: string;
  readonly style: string;
  readonly icons: string;
  /** Origin of the extension's own files, in the webview's form. */
  readonly source: string;
}

/** Only our script and styles are loaded, nothing remote (decision command-environment). */
export function pageHtml(
  { script, style, icons, source }: PageFiles,
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
  return `<!DOCTYPE html>
<html lang="en">
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
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
