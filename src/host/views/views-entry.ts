/**
 * The views that load only when the user opens them: a bundle of its own, loaded by
 * `lazy-views.ts`. A view takes everything by its arguments, and reads no zod
 * (`test/arch/bundles.test.ts`).
 */
export { createNativeReview } from '../approvals/native-dialogs';
export { createAuditView } from './audit/view';
export { verifyAudit } from './audit/actions';
export { keepAllChanges, undoChanges } from './changes/undo-changes';
export { deleteAllData } from './data/data-dialogs';
export { saveSupportBundle } from './data/data-dialogs';
export { runDoctor } from './doctor/run-doctor';
export { testConnection } from './doctor/run-doctor';
export { explainDecision, explainPast } from './explain/explain-decision';
export { removeApiKey, setApiKey } from './models/server-setup';
export { pickModel } from './models/pick-model';
export { manageRules } from './rules/manage-rules';
export { replayConversation } from './replay/replay-dialogs';
export { saveReplay } from './replay/replay-dialogs';
export { statusReport } from './status/status-report';
export { chooseTools } from './tools/choose-tools';
export { runTool } from './tools/run-tool';
export { setTrustLevel } from './trust/set-trust-level';
