import { redactText } from '../../core/base/redact';

/** Variables that change how bash or a program starts, or that belong to this host. */
const strippedNames = new Set([
  'NODE_OPTIONS',
  'BASH_ENV',
  'ENV',
  'SHELLOPTS',
  'BASHOPTS',
  'PS4',
  'PROMPT_COMMAND',
  'CDPATH',
]);
const strippedPrefixes = [
  'VSCODE_',
  'ELECTRON_',
  'BASH_FUNC_',
  'LD_',
  'DYLD_',
  'GATEHOUSE_',
  'CODE_SERVER_',
];
const secretWord =
  /(^|[^A-Z])(API|ACCESS|PRIVATE)?(KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL)S?([^A-Z]|$)/;
const secretEnding =
  /(PASSWORD|PASSWD|PASSPHRASE|TOKEN|SECRET|(SECRET|API|ACCESS)KEY|(^|_)(PAT|PASS|AUTH|BEARER|JWT))$/;

/** No pager, editor or question stops a command. */
const commandVariables = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  DEBIAN_FRONTEND: 'noninteractive',
  TERM: 'xterm-256color',
} as const;

/** Colours come although no terminal is attached. */
const colourVariables = { FORCE_COLOR: '1', CLICOLOR_FORCE: '1' } as const;

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of a command: the host's, without what would run other code before the command
 * (planted functions, start-up files, preloaded libraries), without the host's own handles, and
 * without names or values that look like secrets (security T5). An address with a
 * password stays: a proxy, or a database that tests need.
 */
export function commandEnvironment(base: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    if (value !== undefined && !isStripped(name) && !isToken(value)) kept[name] = value;
  }
  // Who asked for no colours gets none, and no warning about two contrary wishes.
  const wantsColours = (kept['NO_COLOR'] ?? '') === '';
  return { ...kept, ...commandVariables, ...(wantsColours ? colourVariables : {}) };
}

function isStripped(name: string): boolean {
  // Windows does not tell upper from lower case, and secrets are named in both.
  const upper = name.toUpperCase();
  return (
    strippedNames.has(upper) ||
    strippedPrefixes.some((prefix) => upper.startsWith(prefix)) ||
    secretWord.test(words(name)) ||
    secretEnding.test(upper)
  );
}

function isToken(value: string): boolean {
  return redactText(value).kinds.some((kind) => kind !== 'url-password');
}

/** `githubToken` is GITHUB_TOKEN. */
function words(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}
