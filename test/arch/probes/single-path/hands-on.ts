// breaks: INV-09 gates
export { bindGates as bind } from '../../../../src/core/gates/catalog.gen';
