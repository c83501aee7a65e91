import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createGather, gatherInPrimary } from './gather.ts'

function createChild() {
  const inside: EventEmitter & { send(message: object): void } = Object.assign(new EventEmitter(), {
    send: (message: object) => void outside.emit('message', message),
  })
  const outside: EventEmitter & { send(message: object): void } = Object.assign(new EventEmitter(), {
    send: (message: object) => void inside.emit('message', message),
  })
  return { inside, outside }
}

function createChildren(count: number) {
  const children = Array.from({ length: count }, createChild)
  const askers = new Map()
  for (const { outside } of children) gatherInPrimary(outside, () => children.map((child) => child.outside), askers)
  return children.map(({ inside }) => createGather(inside))
}

describe('a question to the other web processes', () => {
  it('is answered by everybody but the asker', async () => {
    const gathers = createChildren(3)
    for (const [index, gather] of gathers.entries()) gather.offer('name', (argument) => `${argument} ${index}`)
    expect(await gathers[1]?.ask('name', 'worker')).toEqual({ values: ['worker 0', 'worker 2'], missing: 0 })
  })

  it('says how many stayed silent', async () => {
    const [asker, other] = createChildren(3)
    other?.offer('name', () => 'here')
    expect(await asker?.ask('name')).toEqual({ values: ['here'], missing: 1 })
  })

  it('has no answers where there is nobody else', async () => {
    expect(await createChildren(1)[0]?.ask('name')).toEqual({ values: [], missing: 0 })
    expect(await createGather(undefined).ask('name')).toEqual({ values: [], missing: 0 })
  })
})
