/** int8 as a number: keys, money in fen and counts stay far below 2^53. */
export function parseBigint(value: string): number {
  return Number(value)
}

/** int8[] in PostgreSQL's text form, '{1,2}'. */
export function parseBigintArray(value: string): number[] {
  const inner = value.slice(1, -1)
  return inner === '' ? [] : inner.split(',').map(Number)
}
