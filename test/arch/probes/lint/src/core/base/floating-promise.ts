// breaks: @typescript-eslint/no-floating-promises
declare function save(): Promise<void>;
export function run(): void {
  save();
}
