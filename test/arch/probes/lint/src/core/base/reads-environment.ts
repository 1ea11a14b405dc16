// breaks: no-restricted-globals
export const home = (): unknown => process.env['HOME'];
