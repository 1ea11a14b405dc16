/** What VS Code calls the kinds of remote windows, in words. */
const places: Readonly<Record<string, string>> = {
  'ssh-remote': 'over SSH',
  wsl: 'in WSL',
  'dev-container': 'in a container',
  'attached-container': 'in a container',
  codespaces: 'in a codespace',
};

/** Where this window works, when not on the machine in front of the person; else undefined. */
export function remotePlace(remoteName: string | undefined): string | undefined {
  if (remoteName === undefined) return undefined;
  return Object.hasOwn(places, remoteName) ? places[remoteName] : 'on another machine';
}
