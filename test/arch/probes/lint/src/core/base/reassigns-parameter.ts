// breaks: no-param-reassign
export function twice(n: number): number {
  n = n * 2;
  return n;
}
