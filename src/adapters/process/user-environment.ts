import type { Environment } from './environment';

/**
 * What the person has set for terminals (`terminal.integrated.env.*`): null unsets a variable, and
 * `${env:NAME}` is the host's own. A value with any other `${…}` is left out and told: only a terminal
 * of VS Code knows what it means.
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
      else log(`The terminal variable ${name} has a part that commands cannot resolve: left out.`);
    }
  }
  return found;
}

/** The last part of the setting's name. */
export function settingPlatform(platform: NodeJS.Platform): 'linux' | 'osx' | 'windows' {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'osx' : 'linux';
}
