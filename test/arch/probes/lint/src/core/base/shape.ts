// keeps the rules
export interface Shape {
  readonly area: number;
}
