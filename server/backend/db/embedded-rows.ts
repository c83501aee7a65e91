import { type Results, types } from '@electric-sql/pglite'

/** How a column's text becomes its value, by the type's number. */
type ColumnParsers = Readonly<Record<number, (text: string, type: number) => unknown>>

/** A column of a prepared statement's rows. */
export interface Column {
  readonly name: string
  readonly dataTypeID: number
}

// PostgreSQL's protocol, "Message Formats": a letter, the length of the rest with itself, the rest.
const letters = { row: 0x44, complete: 0x43, bound: 0x32, closed: 0x33, ready: 0x5a } as const
const headBytes = 5
/** Whose tag ends with how many rows they changed. */
const changing: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'COPY', 'MERGE'])

function changedRows(tag: string): number {
  const words = tag.split(' ')
  return changing.has(words[0] ?? '') ? Number(words.at(-1)) : 0
}

function readRow(raw: Buffer, start: number, columns: readonly Column[], parsers: ColumnParsers): object {
  let at = start + 2
  return Object.fromEntries(
    columns.map(({ name, dataTypeID }) => {
      const length = raw.readInt32BE(at)
      at += 4
      if (length < 0) return [name, null]
      const text = raw.toString('utf8', at, at + length)
      at += length
      const parse = dataTypeID === types.TEXT ? undefined : parsers[dataTypeID]
      return [name, parse ? parse(text, dataTypeID) : text]
    }),
  )
}

/**
 * The rows of one statement, straight from the bytes of its answer: the library makes an object of each message and a copy of each
 * field before. Undefined when there is anything else in it, an error above all; then the library reads it.
 */
export function readRows<T>(
  bytes: Uint8Array,
  columns: readonly Column[],
  parsers: ColumnParsers,
): Results<T> | undefined {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rows: object[] = []
  let affectedRows = 0
  for (let at = 0; at < raw.length; ) {
    const end = at + 1 + raw.readInt32BE(at + 1)
    switch (raw[at]) {
      case letters.row:
        rows.push(readRow(raw, at + headBytes, columns, parsers))
        break
      case letters.complete:
        affectedRows += changedRows(raw.toString('latin1', at + headBytes, end - 1))
        break
      case letters.bound:
      case letters.closed:
      case letters.ready:
        break
      default:
        return undefined
    }
    at = end
  }
  return { rows: rows as T[], fields: [...columns], affectedRows }
}
