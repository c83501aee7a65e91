/**
 * First and last byte of the part that a `Range` header asks for (RFC 9110, 14.1.2; one part only); 'none' when the file has no such part, undefined when the whole file is the answer.
 */
export function readRange(range: string | undefined, size: number): { from: number; to: number } | 'none' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '')
    return Number(last) === 0 || size === 0 ? 'none' : { from: Math.max(0, size - Number(last)), to: size - 1 }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return undefined
  return from >= size ? 'none' : { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
