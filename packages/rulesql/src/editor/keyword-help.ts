import type { Text } from '@sluice/contract';

/** One sentence for every keyword. */
export const KEYWORD_HELP: Readonly<Record<string, Text>> = {
  SELECT: {
    en: 'What the output has: columns, values and their aliases. One event makes one row.',
    zh: '输出的内容：列、值及其别名。一个事件产生一行。',
  },
  FOREACH: { en: 'Goes over a list and makes a row of each item.', zh: '遍历数组，每一项产生一行。' },
  DO: {
    en: 'What the row of each item has; all columns and the item without it.',
    zh: '每一项输出的内容；省略时为所有列和该项。',
  },
  INCASE: { en: 'Lets through only the items that fit.', zh: '只保留满足条件的项。' },
  FROM: {
    en: 'Where events come from: topic filters, "$events/…" and sources "$bridges/…".',
    zh: '事件来源：主题过滤器、"$events/…" 以及 Source "$bridges/…"。',
  },
  WHERE: {
    en: 'Lets through only the events that fit. It sees what SELECT has set.',
    zh: '只保留满足条件的事件，可使用 SELECT 设置的别名。',
  },
  AS: { en: 'Gives a value a name, which may be a path such as a.b.', zh: '为值命名，可以是 a.b 形式的路径。' },
  AND: { en: 'Both conditions hold.', zh: '两个条件同时成立。' },
  OR: { en: 'At least one condition holds.', zh: '至少一个条件成立。' },
  NOT: { en: 'The condition does not hold.', zh: '条件不成立。' },
  IN: { en: 'The value is one of a list; 1 is not 1.0 here.', zh: '值在列表中；此处 1 不等于 1.0。' },
  CASE: { en: 'Chooses a value by conditions, or by comparing one value.', zh: '按条件或按值选择结果。' },
  WHEN: { en: 'A condition of CASE, or the value to compare with.', zh: 'CASE 的条件或比较值。' },
  THEN: { en: 'The result if the WHEN before it fits.', zh: '前面的 WHEN 成立时的结果。' },
  ELSE: { en: 'The result if no WHEN fits.', zh: '没有 WHEN 成立时的结果。' },
  END: { en: 'Ends a CASE.', zh: '结束 CASE。' },
};
