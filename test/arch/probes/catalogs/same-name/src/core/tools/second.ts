export default { name: 'read' };
