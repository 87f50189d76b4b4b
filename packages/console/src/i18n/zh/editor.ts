export const editor = {
  expected: '此处应为：',
  leave: 'Tab 键用于缩进。按 Esc 后再按 Tab 可离开编辑器。',
};
