// breaks: INV-27
import * as z from 'zod';

export const text = z.string();
