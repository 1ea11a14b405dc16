// breaks: @typescript-eslint/return-await
declare function save(): Promise<number>;
export async function run(): Promise<number> {
  try {
    return save();
  } catch {
    return 0;
  }
}
