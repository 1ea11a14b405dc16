// breaks: INV-11
export const request = { tool_choice: 'auto', input_schema: {} };
