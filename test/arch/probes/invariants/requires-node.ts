// breaks: INV-02
// breaks: INV-32
declare const require: (name: string) => unknown;

export const fs = require('fs');
