export const editor = {
  expected: 'Expected:',
};
