// breaks: @typescript-eslint/only-throw-error
export function run(): never {
  throw 'text';
}
