/**
 * What is needed only once a person opens it: a bundle of its own, loaded by `lazy-views.ts`. A
 * view takes everything by its arguments, and reads no zod (`test/arch/bundles.test.ts`).
 */
export { createAuditView } from './audit/audit-view';
export { manageGrants } from './grants/manage-grants';
export { pickModel } from './models/pick-model';
export { statusReport } from './status/status-report';
export { runTool } from './tools/run-tool';
