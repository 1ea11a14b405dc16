// @ts-check
/** User settings that keep VS Code quiet: no welcome pages, prompts, updates, telemetry or chat. */

/** @type {Readonly<Record<string, unknown>>} */
export const quietSettings = {
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'security.workspace.trust.banner': 'never',
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.untrustedFiles': 'open',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.confirmBeforeClose': 'never',
  'window.restoreWindows': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};
