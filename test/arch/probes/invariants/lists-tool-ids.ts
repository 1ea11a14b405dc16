// breaks: contract-fields
export const quiet: ReadonlySet<string> = new Set(['core__read_overflow']);
