/** What the dialogs offer. */
export const replayFilters = { 'Recorded conversation': ['json'] };
