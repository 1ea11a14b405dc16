// breaks: views -> src/host/views/audit/sound.ts
export const load = () => import('./views/audit/sound');
