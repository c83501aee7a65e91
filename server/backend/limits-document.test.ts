import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { limitPolicies } from './limit-policies.ts'
import { renderLimitsDocument } from './limits-document.ts'

const file = new URL('../../docs/limits.md', import.meta.url)

test('the table of limits in the documents is the one in the code', () => {
  const text = renderLimitsDocument()
  if (process.env.UPDATE_DOCS) writeFileSync(file, text)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('the table names every limit, and each has its reason', () => {
  const text = renderLimitsDocument()
  for (const [name, { why }] of Object.entries(limitPolicies)) expect(text).toMatch(new RegExp(`\\| \`${name}\` \\|.*${why.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} \\|`))
})
