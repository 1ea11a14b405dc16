// keeps the rules
export const load = () => import('undici');
