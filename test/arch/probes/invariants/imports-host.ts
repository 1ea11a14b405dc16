// breaks: INV-32
export * from '../../host/connections';
