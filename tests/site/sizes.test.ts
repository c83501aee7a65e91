import { expect, test } from 'vitest'
import { measureFunctions, quantile, tooLargeIn } from '../../scripts/measure-sizes.ts'

/** A function of so many lines, its first and its last counted. */
const functionOf = (lines: number, head = 'function long() {'): string =>
  `${head}\n${'  step()\n'.repeat(lines - 2)}}\n`

const told = (code: string, file = 'server/http/probe.ts'): string[] => tooLargeIn(file, code).map(({ text }) => text)

test('80 lines pass, 81 are too many', () => {
  expect(told(functionOf(80))).toEqual([])
  expect(told(functionOf(81))).toEqual(['long has 81 lines; at most 80'])
  expect(told(functionOf(81, 'const long = () => {'))).toEqual(['long has 81 lines; at most 80'])
})

test('a file of 401 lines is told', () => {
  expect(told('step()\n'.repeat(400))).toEqual([])
  expect(told('step()\n'.repeat(401))).toEqual(['401 lines; at most 400'])
  expect(told('.a {}\n'.repeat(401), 'client/ui/probe.module.css')).toEqual(['401 lines; at most 400'])
})

test('five arguments by position are told', () => {
  expect(told('const add = (a: A, b: B, c: C, d: D) => a\n')).toEqual([])
  expect(told('const add = (a: A, b: B, c: C, d: D, e: E) => a\n')).toEqual(['add takes 5 arguments; an object from 5'])
})

test('what a library calls takes what it is given', () => {
  expect(told('text.replace(form, (a, b, c, d, e) => b)\n')).toEqual([])
})

test('chapters of tests may be long, tests may not', () => {
  const file = 'tests/site/probe.test.ts'
  expect(told(`${functionOf(90, "describe('pages', () => {").trimEnd()})\n`, file)).toEqual([])
  expect(told(`${functionOf(90, "test.describe('pages', () => {").trimEnd()})\n`, file)).toEqual([])
  expect(told(`${functionOf(90, "test('a page', () => {").trimEnd()})\n`, file)).toEqual([
    'in test has 90 lines; at most 80',
  ])
})

test('data of the demo and migrations are apart', () => {
  expect(told('step()\n'.repeat(500), 'server/seed/data/works.ts')).toEqual([])
  expect(told(functionOf(90), 'server/backend/db/migrations/014-orders.ts')).toEqual([])
  expect(told('const rect = (x, y, wide, tall, fill) => x\n', 'server/seed/pictures/shapes.ts')).toEqual([])
  expect(told(functionOf(90), 'server/seed/pictures/shapes.ts')).toHaveLength(1)
})

test('functions in functions are measured, too', () => {
  expect(measureFunctions('probe.ts', 'function outer() {\n  const inner = () => 1\n}\n')).toMatchObject([
    { name: 'outer', line: 1, lines: 3 },
    { name: 'inner', line: 2, lines: 1 },
  ])
})

test('the share below a value is found', () => {
  expect(quantile([5, 1, 4, 2, 3], 0.5)).toBe(3)
  expect(quantile([], 0.9)).toBe(0)
})
