import { expect, it } from 'vitest'
import { maskAddress } from './security-events.ts'

it.each([
  ['203.0.113.9', '203.0.*.*'],
  ['2001:db8:1:2::3', '2001:db8:*'],
  ['::1', '0:0:*'],
  [null, null],
])('of the address %s one sees %s', (address, shown) => expect(maskAddress(address)).toBe(shown))
