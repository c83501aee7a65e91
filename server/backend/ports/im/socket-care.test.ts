import { expect, test } from 'vitest'
import type { ImSocket } from './room-sockets.ts'
import { isTooSlow } from './socket-care.ts'

const megabyte = 1024 * 1024

/** A reader to whom so much was handed over, and for whom these packets wait. */
function reader(bufferedAmount: number, writeBuffer: readonly object[] = []): ImSocket {
  return { conn: { writeBuffer, transport: { socket: { bufferedAmount } } } } as unknown as ImSocket
}

test('a reader is too slow with a megabyte waiting', () => {
  expect([isTooSlow(reader(megabyte)), isTooSlow(reader(megabyte + 1))]).toEqual([false, true])
  const waiting = [
    { data: 'x'.repeat(1000) },
    { data: new Uint8Array(24) },
    { data: 'counted as encoded', options: { wsPreEncodedFrame: [new Uint8Array(1), new Uint8Array(999)] } },
  ]
  expect([isTooSlow(reader(megabyte - 2024, waiting)), isTooSlow(reader(megabyte - 2023, waiting))]).toEqual([
    false,
    true,
  ])
})
