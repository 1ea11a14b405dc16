import { credentialIn } from '../../core/base/redact/values/credential-names';
import { redactText } from '../../core/base/redact/redact';
import { namesIn } from '../../core/base/text-lines';
import { runsOtherCode } from './code-variables';

/** Passwords and sessions of known tools, by names that no rule below recognizes. */
const toolSecrets = new Set(namesIn('AGE_IDENTITY BW_SESSION DOCKER_AUTH_CONFIG SSHPASS'));
const toolSecretPrefixes = namesIn('OP_SESSION_');
const secretWord =
  /(^|[^A-Z])(API|ACCESS|PRIVATE)?(KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL)S?([^A-Z]|$)/;
const secretEnding =
  /(PASSWORD|PASSWD|PASSPHRASE|TOKEN|SECRET|(SECRET|API|ACCESS)KEY|(^|_)(PAT|PASS|AUTH|BEARER|JWT|CREDS?|COOKIES?|MNEMONIC)|_PWD?)$/;

/** Such a word at the end of another one: `DBPASS`, `MASTERKEY`; `BYPASS` and `HOTKEY` are none. */
const gluedEnding =
  /(?<!\b|_|BY|COM|SUR|TRES|OVER|UNDER|ASK)PASS$|(?<!\b|_|MON|TUR|HOT|WHIS|PUB)KEY$|(?:^|_)(?:PIN|PSK|OTP|SALT|AUTHORIZATION|(?:WALLET|MASTER|TOTP|HD)_?SEED|(?:SEED|RECOVERY)_?PHRASE)$|[A-Z](?:BEARER|JWT|MNEMONIC)$/;

/** A shell's own names for where it is. */
const folders = new Set(['PWD', 'OLDPWD']);

/** Prevents commands from waiting in a pager, editor or prompt. */
const commandVariables = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  DEBIAN_FRONTEND: 'noninteractive',
  TERM: 'xterm-256color',
} as const;

/** Requests colors although there is no terminal. */
const colorVariables = { FORCE_COLOR: '1', CLICOLOR_FORCE: '1' } as const;

/** Variables set for each command over the user's own; WSL receives these. */
export const setVariables: readonly string[] = Object.keys({
  ...commandVariables,
  ...colorVariables,
});

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of a command: layers, each over the previous one (undefined unsets). Removes
 * variables that would run other code (planted functions, start-up files, preloaded libraries), the
 * host's own handles, and names or values that look like secrets (decision command-environment).
 * Filters after merging, so that no layer restores a removed variable. An address with a password
 * stays: a proxy, or a database for tests. `passed` names secrets that the user lets in; what would
 * run other code stays out.
 */
export function commandEnvironment(
  layers: readonly Environment[],
  platform: NodeJS.Platform,
  passed: readonly string[] = [],
): Record<string, string> {
  const kept: Record<string, string> = {};
  const folded = (name: string) => (platform === 'win32' ? name.toUpperCase() : name);
  const isPassed = new Set(passed.map(folded));
  for (const [name, value] of Object.entries(merged(layers, platform))) {
    if (value === undefined || runsOtherCode(name)) continue;
    if (isPassed.has(folded(name)) || !(isSecret(name) || isToken(value))) kept[name] = value;
  }
  // A user who turned colors off gets none, and no warning about conflicting variables.
  const wantsColors = (kept['NO_COLOR'] ?? '') === '';
  return { ...(wantsColors ? colorVariables : {}), ...kept, ...commandVariables };
}

function merged(layers: readonly Environment[], platform: NodeJS.Platform): Environment {
  const all = new Map<string, readonly [string, string | undefined]>();
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) {
    all.set(platform === 'win32' ? name.toUpperCase() : name, [name, value]);
  }
  return Object.fromEntries(all.values());
}

function isSecret(name: string): boolean {
  const upper = name.toUpperCase();
  return (
    toolSecrets.has(upper) ||
    toolSecretPrefixes.some((prefix) => upper.startsWith(prefix)) ||
    secretWord.test(words(name)) ||
    secretEnding.test(upper) ||
    gluedEnding.test(upper) ||
    (!folders.has(upper) && credentialIn(name, false) !== undefined)
  );
}

function isToken(value: string): boolean {
  return redactText(value).kinds.some((kind) => kind !== 'url-password');
}

/** `githubToken` is GITHUB_TOKEN. */
function words(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

/**
 * The user's variables for terminals (`terminal.integrated.env.*`): null unsets a variable, and
 * `${env:NAME}` is replaced from the host. A value with any other `${…}` is ignored and reported:
 * only VS Code's terminal can resolve it.
 */
export function userEnvironment(
  setting: unknown,
  host: Environment,
  log: (line: string) => void,
): Environment {
  if (typeof setting !== 'object' || setting === null) return {};
  const found: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(setting)) {
    if (value === null) found[name] = undefined;
    else if (typeof value === 'string') {
      const text = value.replace(/\$\{env:([^}]*)\}/g, (_all, from: string) => host[from] ?? '');
      if (!/\$\{[^}]*\}/.test(value.replace(/\$\{env:[^}]*\}/g, ''))) found[name] = text;
      else {
        log(
          `The terminal variable ${name} contains a variable that commands cannot resolve, so it was ignored.`,
        );
      }
    }
  }
  return found;
}

/** The last part of the setting's name. */
export function settingPlatform(platform: NodeJS.Platform): 'linux' | 'osx' | 'windows' {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'osx' : 'linux';
}
