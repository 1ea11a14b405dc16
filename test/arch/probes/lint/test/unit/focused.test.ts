// breaks: no-restricted-syntax
it.only('runs alone', () => undefined);
