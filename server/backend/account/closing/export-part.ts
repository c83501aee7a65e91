import { shanghaiMoment } from '#server/backend/base/shanghai-day.ts'
import type { Database } from '#server/backend/db/database.ts'

/** One file of what a learner takes along. */
export interface ExportPart {
  /** Its name in the archive. */
  readonly name: string
  /** JSON text piece by piece, its keys in words that a learner reads: no list is held whole, however long it has become. */
  write(db: Database, userId: number): AsyncIterable<string>
}

/** The next rows of a learner in order, `most` at most, behind the one that was read last. */
export type ReadRows<R> = (db: Database, userId: number, after: R | undefined, most: number) => Promise<R[]>
/** The same in the order of their keys; before the first `afterId` is 0. */
export type ReadById<R extends { id: number }> = (
  db: Database,
  userId: number,
  afterId: number,
  most: number,
) => Promise<R[]>

/** A list of rows, and what a row is in words. */
export interface ExportList {
  write(db: Database, userId: number): AsyncIterable<object>
}

/** Rows that are read and written at once: between them calls have their turn. */
const rowsAtOnce = 500

/** A time as it stands in the files; null stays null. */
export function moment(time: Date | null): string | null {
  return time === null ? null : shanghaiMoment(time.getTime())
}

export function listOf<R>(read: ReadRows<R>, show: (row: R) => object): ExportList {
  return {
    async *write(db, userId) {
      for (let after: R | undefined; ; ) {
        const rows = await read(db, userId, after, rowsAtOnce)
        for (const row of rows) yield show(row)
        if (rows.length < rowsAtOnce) return
        after = rows.at(-1)
      }
    },
  }
}

export function listById<R extends { id: number }>(read: ReadById<R>, show: (row: R) => object): ExportList {
  return listOf<R>((db, userId, after, most) => read(db, userId, after?.id ?? 0, most), show)
}

async function* listText(list: ExportList, db: Database, userId: number, indent: string): AsyncGenerator<string> {
  let text = '['
  let count = 0
  for await (const one of list.write(db, userId)) {
    text += `${count === 0 ? '' : ','}\n${indent}  ${JSON.stringify(one, null, 2).replaceAll('\n', `\n${indent}  `)}`
    count += 1
    if (count % rowsAtOnce !== 0) continue
    yield text
    text = ''
  }
  yield count === 0 ? '[]' : `${text}\n${indent}]`
}

/** A part that is one list. */
export function listPart(name: string, list: ExportList): ExportPart {
  return { name, write: (db, userId) => listText(list, db, userId, '') }
}

/** A part of several lists, each under its name. */
export function listsPart(name: string, lists: Readonly<Record<string, ExportList>>): ExportPart {
  return {
    name,
    async *write(db, userId) {
      let before = '{'
      for (const [title, list] of Object.entries(lists)) {
        yield `${before}\n  ${JSON.stringify(title)}: `
        yield* listText(list, db, userId, '  ')
        before = ','
      }
      yield '\n}'
    },
  }
}

/** A part that is one thing. */
export function thingPart(name: string, read: (db: Database, userId: number) => Promise<object>): ExportPart {
  return {
    name,
    async *write(db, userId) {
      yield JSON.stringify(await read(db, userId), null, 2)
    },
  }
}
