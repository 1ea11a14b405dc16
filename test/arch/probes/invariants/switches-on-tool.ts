// breaks: INV-19
// breaks: contract-fields
export function isShell(id: string): boolean {
  switch (id) {
    case 'core__bash':
      return true;
    default:
      return false;
  }
}
