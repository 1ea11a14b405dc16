// breaks: in-a-layer
// breaks: no-orphans
export const sound = true;
