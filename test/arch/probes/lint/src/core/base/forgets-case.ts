// breaks: @typescript-eslint/switch-exhaustiveness-check
export function size(kind: 'small' | 'large'): number {
  switch (kind) {
    case 'small':
      return 1;
  }
  return 2;
}
