/** The first letters of the first and the last word of a name, or one letter; "?" without any. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => /[\p{Letter}\p{Number}]/u.test(word));
  const letters = [...new Set([words.at(0), words.at(-1)])].map((word) => firstLetter(word ?? ''));
  return letters.join('') || '?';
}

const firstLetter = (word: string): string => /[\p{Letter}\p{Number}]/u.exec(word)?.[0].toUpperCase() ?? '';
