import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createStrangers, mostStrangers } from './strangers.ts'

function from(address: string): Socket {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: address })
  return socket
}

test('one address holding connections ends only its own', () => {
  const strangers = createStrangers()
  const teacher = from('192.0.2.1')
  strangers.add(teacher)
  const idle = Array.from({ length: 100 }, () => from('203.0.113.9'))
  for (const socket of idle) strangers.add(socket)
  expect(teacher.destroyed).toBe(false)
  expect(idle.filter(({ destroyed }) => !destroyed)).toEqual(idle.slice(-8))
})

test('of many addresses the longest waiting ones make room', () => {
  const strangers = createStrangers()
  const [streaming, waiting] = [from('192.0.2.1'), from('192.0.2.2')]
  strangers.add(streaming)
  strangers.remove(streaming)
  strangers.add(waiting)
  for (let index = 0; index < mostStrangers; index++) strangers.add(from(`203.0.113.${index}`))
  expect([streaming.destroyed, waiting.destroyed]).toEqual([false, true])
  const teacher = from('192.0.2.3')
  strangers.add(teacher)
  expect(teacher.destroyed).toBe(false)
})
