export default { name: 'delete_path' };
