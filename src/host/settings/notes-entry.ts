/** The bundle `notes.js`: what people are told of their settings, read when there is something to tell. */
export { problemText } from './consequences';
export { problemNotice, workspaceNotice } from './settings-notices';
export { userKeysInSettingsFile } from './workspace-keys';
