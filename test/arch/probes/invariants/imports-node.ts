// breaks: INV-02
// breaks: INV-32
import { readFileSync } from 'node:fs';

export const text = readFileSync('a', 'utf8');
