/** What VS Code calls the kinds of remote windows, in words. */
const remoteLabels: Readonly<Record<string, string>> = {
  'ssh-remote': 'over SSH',
  wsl: 'in WSL',
  'dev-container': 'in a container',
  'attached-container': 'in a container',
  codespaces: 'in a codespace',
};

/** Where this window works, when not on the machine in front of the person; else undefined. */
export function remoteLabel(remoteName: string | undefined): string | undefined {
  if (remoteName === undefined) return undefined;
  return Object.hasOwn(remoteLabels, remoteName) ? remoteLabels[remoteName] : 'on another machine';
}
