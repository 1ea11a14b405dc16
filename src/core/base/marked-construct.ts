const marks: readonly (readonly [RegExp, string])[] = [
  [/\$\(|`/, 'a command substitution'],
  [/[<>]\(/, 'a process substitution'],
  [/<<</, 'a here-string'],
  [
    /(?:^|[;&|(){}\n]|\b(?:command|builtin|then|do|else|time)\s)\s*\\?(?:eval|source|\.|exec|trap|alias|enable)(?=\s|$)/,
    'a builtin that runs other text',
  ],
];

/**
 * What of the blocklist a text seems to hold, by its marks alone (000: `$(...)`, `<<<`, dangerous
 * builtins). For when there is no grammar; quotes are not understood: better one too many.
 */
export function markedConstruct(command: string): string | undefined {
  return marks.find(([mark]) => mark.test(command))?.[1];
}
