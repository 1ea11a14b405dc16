// keeps the rules
export const load = () => import('../adapters/http/undici-entry');
