// breaks: no-restricted-syntax
export enum Colour {
  Red,
}
