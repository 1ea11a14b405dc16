import type { FinishStage } from './draft';

/** Checks what the tool answered against its own schema; a broken answer goes no further. */
export const validateOutput: FinishStage = (draft) => {
  if (draft.value === undefined) return draft;
  const checked = draft.tool.validateOutput(draft.value);
  if (checked.ok) return { ...draft, fields: checked.value };
  return { ...draft, failed: true, failure: draft.failure ?? checked.failure };
};
