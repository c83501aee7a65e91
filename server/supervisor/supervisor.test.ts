import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Ping } from '#server/process/child-messages.ts'
import type { MonotonicClock } from '#server/process/monotonic-clock.ts'
import { type Supervisor, supervise } from './supervisor.ts'

const second = 1000

interface Due {
  at: number
  every?: number
  work: () => void
}

/** A clock in the hands of the test: what is due is called in its order. */
class TestClock implements MonotonicClock {
  #now = 0
  #due: Due[] = []

  now(): number {
    return this.#now
  }

  every(ms: number, work: () => void): () => void {
    return this.#add({ at: this.#now + ms, every: ms, work })
  }

  after(ms: number, work: () => void): () => void {
    return this.#add({ at: this.#now + ms, work })
  }

  #add(one: Due): () => void {
    this.#due.push(one)
    return () => {
      this.#due = this.#due.filter((other) => other !== one)
    }
  }

  /** Lets time pass. */
  pass(ms: number): void {
    const until = this.#now + ms
    for (;;) {
      const next = this.#due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#now = Math.max(this.#now, next.at)
      if (next.every) next.at = this.#now + next.every
      else this.#due = this.#due.filter((other) => other !== next)
      next.work()
    }
    this.#now = until
  }

  /** The process stands still for so long: nothing of it is called meanwhile. */
  sleep(ms: number): void {
    this.#now += ms
  }
}

class FakeChild extends EventEmitter {
  connected = true
  pid = 1
  answers = true
  readonly signals: string[] = []
  asked = 0
  /** The ping that it has not answered. */
  open: Ping | undefined

  send(message: Ping): void {
    this.asked += 1
    if (this.answers) this.emit('message', { type: 'pong', sequence: message.sequence })
    else this.open = message
  }

  answer(): void {
    this.answers = true
    if (this.open) this.emit('message', { type: 'pong', sequence: this.open.sequence })
  }

  kill(signal: string): void {
    this.signals.push(signal)
    if (signal === 'SIGKILL') this.end(null)
  }

  end(code: number | null): void {
    this.connected = false
    this.emit('exit', code)
  }

  ready(): this {
    this.emit('message', { type: 'ready' })
    return this
  }
}

let clock: TestClock
let children: FakeChild[]
let lines: string[]
let events: string[]
let supervisor: Supervisor<FakeChild>
beforeEach(() => {
  clock = new TestClock()
  children = []
  lines = []
  events = []
  supervisor = supervise({
    name: 'The child',
    launch() {
      const child = new FakeChild()
      children.push(child)
      return child
    },
    onReady: () => void events.push('ready'),
    onFatal: (message) => void events.push(`fatal: ${message}`),
    onSlow: () => void events.push('slow'),
    onAnswer: () => void events.push('answers'),
    onExit: () => void events.push('exit'),
    clock,
    log: (line) => void lines.push(line),
  })
})

/** The child that runs now. */
function current(): FakeChild {
  return children.at(-1) as FakeChild
}

describe('a child that answers', () => {
  it('is asked every second and left alone', () => {
    current().ready()
    clock.pass(3600 * second)
    expect(current().asked).toBe(3600)
    expect(children).toHaveLength(1)
    expect(lines).toEqual([])
  })
})

describe('a child that stops answering', () => {
  it('is reported after three seconds, killed and replaced soon', () => {
    const child = current().ready()
    clock.pass(60 * second)
    child.answers = false
    clock.pass(4 * second)
    expect(events).toEqual(['ready', 'slow'])
    expect(child.signals).toEqual([])
    clock.pass(7 * second)
    expect(child.signals).toEqual(['SIGKILL'])
    clock.pass(second)
    expect(children).toHaveLength(2)
    expect(events).toEqual(['ready', 'slow', 'exit'])
    expect(lines).toEqual([
      'The child has not answered for 10 s; it is killed.',
      'The child ended with null; it starts again in 200 ms.',
    ])
  })

  it('is asked only once meanwhile', () => {
    const child = current().ready()
    child.answers = false
    clock.pass(10 * second)
    expect(child.asked).toBe(1)
  })

  it('is left alone when it answers in time', () => {
    const child = current().ready()
    child.answers = false
    clock.pass(9 * second)
    child.answer()
    clock.pass(600 * second)
    expect(events).toEqual(['ready', 'slow', 'answers'])
    expect(children).toHaveLength(1)
  })

  it('is killed, too, when its channel is closed', () => {
    const child = current().ready()
    child.connected = false
    clock.pass(11 * second)
    expect(child.signals).toEqual(['SIGKILL'])
  })

  it('waits longer with each hang, half a minute at most', () => {
    const pauses: number[] = []
    for (let time = 0; time < 10; time += 1) {
      current().ready().answers = false
      clock.pass(11 * second)
      const before = clock.now()
      const count = children.length
      while (children.length === count) clock.pass(100)
      pauses.push(clock.now() - before)
    }
    expect(pauses).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000])
  })

  it('has its pauses forgiven after ten minutes without another', () => {
    for (let time = 0; time < 4; time += 1) {
      current().ready().answers = false
      clock.pass(20 * second)
    }
    current().ready()
    clock.pass(601 * second)
    lines.length = 0
    current().end(1)
    expect(lines).toEqual(['The child ended with 1; it starts again in 200 ms.'])
  })
})

describe('what isn’t the child’s silence', () => {
  it('a seed or migration isn’t asked before it is ready', () => {
    current().answers = false
    clock.pass(3600 * second)
    expect(current().asked).toBe(0)
    expect(children).toHaveLength(1)
  })

  it('a sleep of the machine: the count begins anew', () => {
    const child = current().ready()
    clock.pass(5 * second)
    child.answers = false
    clock.pass(2 * second)
    clock.sleep(3600 * second)
    clock.pass(9 * second)
    expect(child.signals).toEqual([])
    child.answer()
    clock.pass(600 * second)
    expect(children).toHaveLength(1)
  })

  it('a child may take its time to end', async () => {
    const child = current().ready()
    child.answers = false
    clock.pass(5 * second)
    const stopped = supervisor.stop()
    clock.pass(7 * second)
    expect(child.signals).toEqual(['SIGTERM'])
    clock.pass(second)
    expect(child.signals).toEqual(['SIGTERM', 'SIGKILL'])
    await stopped
    clock.pass(600 * second)
    expect(children).toHaveLength(1)
  })
})

describe('a child that ends', () => {
  it('is started again with pauses of at most five seconds', () => {
    for (let time = 0; time < 8; time += 1) {
      current().end(1)
      clock.pass(5 * second)
    }
    expect(lines.map((line) => Number(/in (\d+) ms/.exec(line)?.[1]))).toEqual([
      200, 400, 800, 1600, 3200, 5000, 5000, 5000,
    ])
    expect(children).toHaveLength(9)
  })

  it('is started again when the system could not start it', () => {
    current().pid = undefined as unknown as number
    current().emit('error', new Error('spawn EAGAIN'))
    clock.pass(200)
    expect(children).toHaveLength(2)
    expect(lines[0]).toBe('The child: spawn EAGAIN')
  })

  it('isn’t started again when the site ends', () => {
    current().ready()
    supervisor.expectEnd()
    current().end(0)
    clock.pass(600 * second)
    expect(children).toHaveLength(1)
    expect(events).toEqual(['ready'])
  })

  it('is heard when it says it can’t start', () => {
    current().emit('message', { type: 'fatal', message: 'no disk' })
    expect(events).toEqual(['fatal: no disk'])
  })
})

describe('a child that is restarted ahead', () => {
  it('is followed by one that has loaded meanwhile', () => {
    const old = current().ready()
    supervisor.restart({ ahead: true })
    expect(children).toHaveLength(2)
    expect(old.signals).toEqual(['SIGTERM'])
    old.end(0)
    clock.pass(0)
    expect(children).toHaveLength(2)
    expect(supervisor.child).toBe(current())
    current().ready()
    expect(events).toEqual(['ready', 'exit', 'ready'])
  })
  it('is followed by another one when its successor died waiting', () => {
    const old = current().ready()
    supervisor.restart({ ahead: true })
    current().end(1)
    old.end(0)
    clock.pass(0)
    expect(children).toHaveLength(3)
    expect(supervisor.child).toBe(current())
  })
  it('is followed by what was built last', () => {
    const old = current().ready()
    supervisor.restart({ ahead: true })
    const stale = current()
    supervisor.restart({ ahead: true })
    expect(stale.signals).toEqual(['SIGTERM'])
    stale.end(null)
    old.end(0)
    clock.pass(0)
    expect(children).toHaveLength(3)
    expect(supervisor.child).toBe(current())
  })
  it('ends with its successor when the site ends', async () => {
    const old = current().ready()
    supervisor.restart({ ahead: true })
    const next = current()
    const stopped = supervisor.stop()
    expect(next.signals).toEqual(['SIGTERM'])
    old.end(0)
    await stopped
    clock.pass(60 * second)
    expect(children).toHaveLength(2)
  })
})
