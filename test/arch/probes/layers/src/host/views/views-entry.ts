// keeps the rules
export * from './audit/sound';
