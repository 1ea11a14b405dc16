// keeps the rules
export default 1;
