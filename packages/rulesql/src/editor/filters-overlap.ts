/** Stands for a placeholder inside a topic: any text, slashes too. */
const ANYTHING = '\u0000';

/** Can a topic that `topic` may become fit `filter`? A level with `ANYTHING` in it fits any level. */
export function filtersOverlap(topic: string, filter: string): boolean {
  if (topic === '' || filter === '') return false;
  if (topic.startsWith('$') !== filter.startsWith('$') && !topic.startsWith(ANYTHING)) return false;
  const levels = topic.split('/');
  const wanted = filter.split('/');
  for (const [i, level] of wanted.entries()) {
    if (level === '#') return true;
    const given = levels[i];
    if (given === undefined) return false;
    if (given.includes(ANYTHING)) {
      // From here on the placeholder may have brought more levels; only plain text before it decides.
      if (given === ANYTHING) return true;
      continue;
    }
    if (level !== '+' && level !== given) return false;
  }
  return levels.length === wanted.length;
}
