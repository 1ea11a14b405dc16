// keeps the rules
export const pair = ['a', 'b'] as const;
