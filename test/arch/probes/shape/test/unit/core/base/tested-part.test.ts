it('adds', () => undefined);
