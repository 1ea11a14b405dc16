// breaks: INV-02
// breaks: INV-32
export const load = () => import('undici');
