// breaks: no-restricted-syntax
export * from './casts';
