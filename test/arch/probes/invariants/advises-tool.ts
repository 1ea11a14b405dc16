// breaks: contract-fields
export const notice = (id: string): string => `overflow:${id}; read it with read_overflow`;
