import { expect, it } from 'vitest'
import { runParts } from '../bench/run-parts.ts'

const figure = { name: 'a figure', value: '1 ms', goal: '<= 2 ms', ok: true }

it('a dying bench has its line, others go on', async () => {
  const died: string[] = []
  const parts = {
    first: async () => [figure],
    second: () => Promise.reject(new Error('no site\nmore')),
    third: async () => [figure],
  }
  const lines = await runParts(parts, undefined, (name) => died.push(name))
  expect(lines).toEqual([figure, { name: 'second: died', value: 'no site', goal: 'a figure', ok: false }, figure])
  expect(died).toEqual(['second'])
  expect(await runParts(parts, 'third', () => undefined)).toEqual([figure])
})
