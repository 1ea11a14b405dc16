export default { title: 'Read' };
