const prefix = 'gatehouse.';
/** Strings, comments and the colon that makes a string a key; everything else is skipped. */
const token = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/**
 * The user-level settings that a settings file with comments (`.vscode/settings.json`, a
 * `.code-workspace`) tries to set. VS Code ignores and hides such values, so the text is read.
 */
export function userKeysInSettingsFile(
  text: string,
  isUserSetting: (name: string) => boolean,
): readonly string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(token)) {
    const [word] = match;
    if (!word.startsWith(`"${prefix}`)) continue;
    const name = word.slice(prefix.length + 1, -1);
    const isKey = /^\s*:/.test(
      text.slice(match.index + word.length, match.index + word.length + 200),
    );
    if (isKey && isUserSetting(name)) found.add(name);
  }
  return [...found];
}
