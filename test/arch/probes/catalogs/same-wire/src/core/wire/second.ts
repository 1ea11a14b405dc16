export default { name: 'chat' };
