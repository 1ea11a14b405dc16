/** Says process.env, fetch(), tool_use and vscode in words only. */
export const sound = { process: 'one', fetch: 'two', kind: 'bash' };

export const platform = (value: { readonly process: string }) => value.process;
