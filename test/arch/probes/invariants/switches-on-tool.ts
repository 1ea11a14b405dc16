// breaks: INV-19
export function isShell(id: string): boolean {
  switch (id) {
    case 'core__bash':
      return true;
    default:
      return false;
  }
}
