// breaks: no-orphans
export const sound = true;
