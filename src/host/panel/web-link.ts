/** A link that a page may open, in the form the browser will get it. */
export interface WebLink {
  readonly url: string;
  /** Host as ASCII, so that look-alike letters show. */
  readonly host: string;
}

/** Only http and https, without a user name that could pass for the host. */
export function parseWebLink(text: string): WebLink | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username !== '' || url.password !== '') return undefined;
  return { url: url.href, host: url.host };
}
