/**
 * What a table holds under a word; undefined for a word that it doesn't have itself, such as "constructor" or "__proto__",
 * which every object inherits. The only way to look up by a word that comes from outside (`npm run check` holds it).
 */
export function ownValue<V>(table: Readonly<Record<string, V>>, word: string): V | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}
