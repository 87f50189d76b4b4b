export const editor = {
  expected: 'Expected:',
  leave: 'Tab indents. Press Escape, then Tab, to leave the editor.',
};
