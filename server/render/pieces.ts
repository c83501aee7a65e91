/** A text in pieces, in their order; those that pages share are UTF-8 already. */
export type Pieces = readonly (string | Buffer)[]

/** The pieces as one text. */
export function textOf(pieces: Pieces): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.toString('utf8'))).join('')
}

/** The pieces as UTF-8 in one pass: counting the bytes first, as Buffer.from does, costs as much again. */
export function bytesOf(pieces: Pieces): Buffer {
  const most = pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length * 3 : piece.length), 0)
  const bytes = Buffer.allocUnsafe(most)
  let end = 0
  for (const piece of pieces)
    end += typeof piece === 'string' ? bytes.write(piece, end, 'utf8') : piece.copy(bytes, end)
  return bytes.subarray(0, end)
}
