/** The bundle `notes.js`: notices about settings, loaded when there are any. */
export { problemText } from './warning-texts';
export { problemNotice, workspaceNotice } from './warning-texts';
export { userKeysInSettingsFile } from './workspace-keys';
