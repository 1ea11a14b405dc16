// breaks: no-restricted-syntax
describe.skip('does not run', () => undefined);
