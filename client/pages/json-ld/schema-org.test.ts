import { describe, expect, it } from 'vitest'
import { isoLength } from './schema-org.ts'

describe('lengths for search engines', () => {
  it.each([
    [5400, 'PT1H30M'],
    [3600, 'PT1H'],
    [40, 'PT1M'],
    [88_200, 'PT24H30M'],
  ])('writes %i s as %s', (seconds, text) => expect(isoLength(seconds)).toBe(text))
})
