// breaks: @typescript-eslint/no-unused-vars
export function run(): void {
  const unused = 1;
}
