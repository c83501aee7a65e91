import { describe, expect, test } from 'vitest'
import { type Room, rooms } from '../../scripts/house-rooms.ts'
import { circlesOf, faultsOf, placeOf, roomsBelow } from '../../scripts/read-borders.ts'

/** A file in a room of the table, and one beside it. */
function fileIn({ path }: Pick<Room, 'path'>, name = 'probe'): string {
  if (/\.tsx?$/.test(path)) return path
  if (path.endsWith('/')) return `${path}${name}.ts`
  return `${path.replace('*', 'some-noun')}/${name}.ts`
}

const faults = (room: Pick<Room, 'path'>, line: string): string[] =>
  faultsOf(fileIn(room), `${line}\n`).map(({ text }) => text)

/** The ways in which a file may be imported. */
const waysTo = (file: string): string[] => [
  `import { it } from '#${file}'`,
  `import type { It } from '#${file}'`,
  `export { it } from '#${file}'`,
  `const it = await import('#${file}')`,
]

describe('each room of the house', () => {
  test.each(rooms)('$path imports its own files and its line’s', (room) => {
    for (const path of room.may) {
      expect(faults(room, `import { it } from '#${fileIn({ path }, 'other')}'`), path).toEqual([])
    }
    expect(faults(room, `import { it } from '#${fileIn(room, 'other')}'`)).toEqual([])
  })

  test.each(rooms)('$path is refused every other room, in every way', (room) => {
    const below = new Set(roomsBelow(room.path))
    const others = rooms.filter(({ path }) => path !== room.path && !below.has(path))
    const lines = others.flatMap((other) => waysTo(fileIn(other, 'other')))
    const refused = faultsOf(fileIn(room), lines.join('\n')).map(({ line }) => lines[line - 1])
    expect(refused).toEqual(lines)
  })

  test.each(rooms.filter(({ never }) => never?.length))(
    '$path is refused the packages that it never imports',
    (room) => {
      for (const name of room.never ?? []) {
        const packages = name === 'node:' ? ['node:fs'] : [name]
        for (const one of packages) expect(faults(room, `import { it } from '${one}'`), one).toHaveLength(1)
      }
    },
  )
})

test('two folders of one row don’t know each other', () => {
  const file = 'client/features/order/pay-list.tsx'
  expect(faultsOf(file, "import { it } from '#client/features/forum/post-card.tsx'\n")).toHaveLength(1)
})

test('a file named alone opens nothing else there', () => {
  const page = { path: 'server/site' }
  expect(faults(page, "import { it } from '#server/dev-providers/payment/keys.ts'")).toEqual([])
  expect(faults(page, "import { it } from '#server/dev-providers/payment/pay-book.ts'")).toHaveLength(1)
})

test('nobody imports foreign handlers, nor leaves by dots', () => {
  const noun = { path: 'server/backend/order' }
  expect(faults(noun, "import { it } from '#server/backend/account/sign-in/auth-handlers.ts'")).toHaveLength(1)
  expect(faults(noun, "import { it } from '../account/sign-in/sign-in.ts'")).toHaveLength(1)
  expect(faults(noun, "import { it } from '#server/backend/account/sign-in/sign-in.ts'")).toEqual([])
})

test('no code imports tests or scripts, except neighbouring tests', () => {
  const line = "import { it } from '../../tests/support/puzzle.ts'\n"
  expect(faultsOf('server/http/probe.ts', line)).toHaveLength(1)
  expect(faultsOf('server/http/probe.test.ts', line)).toEqual([])
  expect(faultsOf('server/http/probe.ts', "import { it } from '../../scripts/check.ts'\n")).toHaveLength(1)
})

test('comments import nothing; new folders need a row', () => {
  expect(faults({ path: 'shared/rules' }, "// import { it } from 'react'")).toEqual([])
  expect(placeOf('server/new-folder/file.ts')).toBeUndefined()
  expect(placeOf('server/backend/new-folder/file.ts')).toBeUndefined()
})

test('no rooms lead back to each other, nor may they', () => {
  expect(circlesOf()).toEqual([])
  const made: Room[] = [
    { path: 'shared/rules', what: '', may: ['shared/contract'] },
    { path: 'shared/contract', what: '', may: ['shared/rules'] },
  ]
  expect(circlesOf(made)).toEqual([['shared/rules', 'shared/contract', 'shared/rules']])
})
