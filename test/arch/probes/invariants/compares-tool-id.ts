// breaks: INV-19
export const isBash = (toolId: string): boolean => toolId === 'bash';
