/** The bundle `notes.js`: what people are told of their settings, read when there is something to tell. */
export { problemText } from './warning-texts';
export { problemNotice, workspaceNotice } from './warning-texts';
export { userKeysInSettingsFile } from './workspace-keys';
