/** Common names of encodings, including those of VS Code. */
const names: ReadonlyMap<string, string> = new Map([
  ['utf8', 'UTF-8'],
  ['utf8bom', 'UTF-8'],
  ['utf16le', 'UTF-16 LE'],
  ['utf16be', 'UTF-16 BE'],
  ['macroman', 'Mac Roman'],
  ['shiftjis', 'Shift JIS'],
  ['eucjp', 'EUC-JP'],
  ['euckr', 'EUC-KR'],
  ['gbk', 'GBK'],
  ['gb2312', 'GB 2312'],
  ['gb18030', 'GB 18030'],
  ['big5hkscs', 'Big5-HKSCS'],
  ['cp950', 'Big5'],
  ['koi8r', 'KOI8-R'],
  ['koi8u', 'KOI8-U'],
  ['koi8ru', 'KOI8-RU'],
  ['koi8t', 'KOI8-T'],
  ['tis620', 'TIS-620'],
]);

/** `windows1252` as "Windows-1252", `iso88592` as "ISO 8859-2"; an unknown name as it is. */
export function encodingName(encoding: string): string {
  const known = names.get(encoding);
  if (known !== undefined) return known;
  const [, family, part] = /^(windows|iso8859|cp)(\d+)$/.exec(encoding) ?? [];
  switch (family) {
    case 'windows':
      return `Windows-${part ?? ''}`;
    case 'iso8859':
      return `ISO 8859-${part ?? ''}`;
    case 'cp':
      return `CP${part ?? ''}`;
    default:
      return encoding;
  }
}

/** True for UTF-8, the encoding of nearly every file, which is not mentioned. */
export function isUtf8(encoding: string): boolean {
  return encodingName(encoding) === 'UTF-8';
}
