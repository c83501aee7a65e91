import { expect, it } from 'vitest'
import { renewalDelay } from '#client/features/play/player/keep-address.ts'

it.each([
  [600_000, 540_000],
  [121_000, 61_000],
  [60_000, 30_000],
  [0, 0],
  [-5000, 0],
])('a %d ms address is renewed after %d', (left, delay) =>
  expect(renewalDelay(1_000_000 + left, 1_000_000)).toBe(delay),
)
