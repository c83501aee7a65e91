import { expect, it } from 'vitest'
import { allEndpoints } from './index.ts'

interface Field {
  safeParse(value: unknown): { success: boolean }
}
interface Schema {
  readonly _zod: { readonly def: { readonly shape?: Readonly<Record<string, Field>>; readonly in?: Schema } }
}

function fieldsOf({ _zod: { def } }: Schema): Readonly<Record<string, Field>> {
  return def.shape ?? (def.in ? fieldsOf(def.in) : {})
}

/** Keys of rows and moments, which stand in 64-bit columns. */
const isLong = /(?:^id|Id|^uid|Ids|Time)$/
/** The same under other names: ends of lists, the entry that is called, a day as a moment, bytes of a file. */
const long = new Set(['after', 'current', 'publishDate', 'size', 'time', 'upTo'])
const beyondColumn = 2_147_483_648

it('no number is taken that its column can’t hold', () => {
  const taken = allEndpoints.flatMap(({ route, input }) =>
    Object.entries(fieldsOf(input as unknown as Schema))
      .filter(([name]) => !isLong.test(name) && !long.has(name))
      .filter(([, field]) => field.safeParse(beyondColumn).success && !field.safeParse('学').success)
      .map(([name]) => `${route} ${name}`),
  )
  expect(taken).toEqual([])
})
