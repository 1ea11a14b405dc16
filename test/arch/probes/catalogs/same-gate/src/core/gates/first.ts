export default { name: 'sandbox' };
