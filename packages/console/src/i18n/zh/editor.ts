export const editor = {
  expected: '此处应为：',
};
