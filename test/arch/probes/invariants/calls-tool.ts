// breaks: contract-fields
export const typed = (args: string) => ({ type: 'call', tool: 'bash', args });
