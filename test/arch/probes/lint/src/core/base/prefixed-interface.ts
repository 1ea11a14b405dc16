// breaks: no-restricted-syntax
export interface IShape {
  readonly area: number;
}
