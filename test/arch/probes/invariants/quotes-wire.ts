// breaks: INV-11
export const query = (id: string) => `select ${id} as tool_call_id`;
