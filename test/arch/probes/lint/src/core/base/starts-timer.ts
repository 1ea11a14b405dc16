// breaks: no-restricted-globals
export const later = (f: () => void): unknown => setTimeout(f, 1);
