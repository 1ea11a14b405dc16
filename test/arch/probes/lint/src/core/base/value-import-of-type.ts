// breaks: @typescript-eslint/consistent-type-imports
import { Shape } from './shape';
export const area = (shape: Shape): number => shape.area;
