// breaks: @typescript-eslint/naming-convention
export interface IShape {
  readonly area: number;
}
