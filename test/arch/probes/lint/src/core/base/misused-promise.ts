// breaks: @typescript-eslint/no-misused-promises
declare function each(f: () => void): void;
export function run(): void {
  each(async () => {
    await Promise.resolve();
  });
}
