import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRoomStore } from '#client/features/room/im-client.ts'
import type { ImDriver, RoomSeat, RoomStore } from '#client/features/room/room-store.ts'
import { buildRecall, buildSystem, buildText } from '#client/features/room/room-test-data.ts'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { LiveStatus, SystemMessage } from '#shared/contract/enums.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import type { ImEnd, ImSent } from '#shared/contract/im-socket.ts'

const me = {
  userId: '7',
  nickname: '唐昀',
  headImg: null,
  userType: 'vip',
  isEstoppel: false,
  untilTime: null,
  isStaff: false,
} as const

interface Line {
  deliver(message: ImMessage): void
  break(): void
  end(reason: ImEnd): void
}

/** A server of one room that the test holds in its hand: its sequence and its lines. */
class HeldServer {
  /** The history's pages that were asked for. */
  readonly asked: string[] = []
  readonly log: ImMessage[] = []
  readonly lines: Line[] = []
  /** What the server was sent, heard or not. */
  readonly sent: string[] = []
  joins = 0
  refusal: ApiError | undefined
  loses = false
  isDeaf = false

  readonly say = (text: string, clientMsgId: string | null = null): ImMessage => {
    const known = this.log.find((message) => clientMsgId !== null && message.clientMsgId === clientMsgId)
    if (known) return known
    const message = buildText(this.log.length + 1, text, clientMsgId)
    this.log.push(message)
    return message
  }

  readonly call = async (
    route: string,
    input: { afterSeq?: number; beforeSeq?: number; size?: number },
  ): Promise<unknown> => {
    if (this.refusal) throw this.refusal
    if (route.includes('join-group')) {
      this.joins += 1
      return { id: 'room-1', sign: `ticket-${this.joins}`, appId: '', engine: 'embedded', me, lastSeq: this.log.length }
    }
    this.asked.push(Object.keys(input).join(' '))
    const { afterSeq, beforeSeq = Number.POSITIVE_INFINITY, size = 50 } = input
    if (afterSeq !== undefined) return this.log.filter(({ seq }) => seq > afterSeq).slice(0, size)
    return this.log.filter(({ seq }) => seq < beforeSeq).slice(-size)
  }

  connect(): ImDriver {
    let onMessage: (message: ImMessage) => void = () => undefined
    let onState: (state: 'lost' | ImEnd) => void = () => undefined
    let closed = false
    this.lines.push({
      deliver: (message) => closed || onMessage(message),
      break: () => closed || onState('lost'),
      end: (reason) => closed || onState(reason),
    })
    return {
      join: async () => ({ lastSeq: this.log.length, onlineCount: 3 }),
      send: async ({ clientMsgId, text }): Promise<ImSent> => {
        this.sent.push(clientMsgId)
        if (this.isDeaf) throw new Error('no answer')
        const { seq } = this.say(text, clientMsgId)
        if (this.loses) throw new Error('the answer was lost')
        return { ok: true, seq }
      },
      onMessage: (listener) => {
        onMessage = listener
      },
      onPresence: () => undefined,
      onQueue: () => undefined,
      onState: (listener) => {
        onState = listener
      },
      close: () => {
        closed = true
      },
    }
  }
}

/** Timers that run when the test says so. */
class HeldTimers {
  readonly waits: number[] = []
  #timers: { ms: number; run: () => void }[] = []

  readonly later = (ms: number, run: () => void): (() => void) => {
    const timer = { ms, run }
    this.#timers.push(timer)
    this.waits.push(ms)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** Lets everything happen that is under way, and then what waits for its time. */
  readonly pass = async (until: () => boolean = () => true): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) {
      for (let step = 0; step < 20; step += 1) await Promise.resolve()
      if (until()) return
      const due = this.#timers
      this.#timers = []
      for (const timer of due) timer.run()
    }
  }
}

interface HeldRoom
  extends Pick<HeldServer, 'asked' | 'log' | 'say' | 'lines' | 'sent'>,
    Pick<HeldTimers, 'waits' | 'pass'> {
  joins: () => number
  store: RoomStore
  refuseWith: (error: ApiError | undefined) => void
  loseAnswers: (lose: boolean) => void
  /** What is said doesn't come to the server, on a line that stays. */
  deafen: (isDeaf: boolean) => void
}

/** A room on a server that the test holds in its hand, and the time. */
function buildRoom(seat?: RoomSeat): HeldRoom {
  const server = new HeldServer()
  const { waits, later, pass } = new HeldTimers()
  let ids = 0
  const store = createRoomStore({
    api: { call: server.call } as unknown as Api,
    where: { groupId: 'room-1' },
    seat,
    createDriver: async () => server.connect(),
    createId: () => {
      ids += 1
      return `client-id-${ids}`
    },
    later,
  })
  const { asked, log, say, lines, sent } = server
  return {
    asked,
    log,
    say,
    lines,
    sent,
    waits,
    pass,
    store,
    joins: () => server.joins,
    refuseWith: (error) => {
      server.refusal = error
    },
    loseAnswers: (lose) => {
      server.loses = lose
    },
    deafen: (isDeaf) => {
      server.isDeaf = isDeaf
    },
  }
}

const joined = (store: RoomStore) => (): boolean => store.getState().phase === 'joined'
const seqs = (store: RoomStore): number[] => store.getState().messages.map(({ seq }) => seq)

describe('the chat of a room', () => {
  it('shows every message once, in order, after any losses', async () => {
    const event = fc.oneof(
      { weight: 5, arbitrary: fc.constant('say' as const) },
      { weight: 2, arbitrary: fc.constant('lose' as const) },
      fc.constant('repeat' as const),
      fc.constant('break' as const),
      fc.constant('own' as const),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
        const room = buildRoom()
        room.store.start()
        await room.pass(joined(room.store))
        for (const kind of events) {
          const line = room.lines.at(-1)
          if (kind === 'break') line?.break()
          else if (kind === 'own') room.store.send('我说', [])
          else if (kind === 'repeat') for (const message of room.log.slice(-3)) line?.deliver(message)
          else {
            const message = room.say('别人说')
            if (kind === 'say') line?.deliver(message)
          }
          if (kind === 'break' && events.length % 2 === 0) await room.pass(joined(room.store))
        }
        room.lines.at(-1)?.break()
        await room.pass(
          () =>
            room.store.getState().phase === 'joined' &&
            room.store.getState().messages.length === room.log.length &&
            room.store.getState().outgoing.length === 0,
        )
        expect(seqs(room.store)).toEqual(room.log.map(({ seq }) => seq))
        expect(room.store.getState().outgoing).toEqual([])
        expect(room.log.filter(({ text }) => text?.text === '我说')).toHaveLength(
          events.filter((kind) => kind === 'own').length,
        )
        room.store.stop()
      }),
      { numRuns: 100 },
    )
  })
  it('comes back after 1, 2, 4, 8, 16, 30 seconds', async () => {
    const room = buildRoom()
    room.store.start()
    await room.pass(joined(room.store))
    room.waits.length = 0
    room.refuseWith(new ApiError(Code.Fail, '网络错误'))
    room.lines.at(-1)?.break()
    expect(room.store.getState().phase).toBe('reconnecting')
    await room.pass(() => room.waits.length >= 7)
    expect(room.waits.slice(0, 7)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    room.refuseWith(undefined)
    await room.pass(joined(room.store))
    expect(room.joins()).toBe(2)
  })
  it('keeps its line after class and hears it go on', async () => {
    const room = buildRoom()
    room.store.start()
    await room.pass(joined(room.store))
    room.store.startReading('room-1', undefined, true)
    expect(room.store.getState().phase).toBe('ended')
    const heard: (number | null)[] = []
    room.store.onSystem(({ systemType }) => heard.push(systemType))
    const message = { ...buildSystem(room.log.length + 1, SystemMessage.aiLive, { status: LiveStatus.live }) }
    room.log.push(message)
    room.lines.at(-1)?.deliver(message)
    expect(heard).toEqual([SystemMessage.aiLive])
    room.store.start()
    expect(room.store.getState().phase).toBe('joined')
    expect(room.joins()).toBe(1)
  })
  it('listens when it comes after the end, showing nothing', async () => {
    const room = buildRoom()
    room.say('课上说的')
    const phases = new Set<string>()
    room.store.startReading('room-1', undefined, true)
    room.store.subscribe(() => phases.add(room.store.getState().phase))
    await room.pass(() => room.joins() === 1 && seqs(room.store).length === 1)
    room.lines.at(-1)?.break()
    await room.pass(() => room.joins() === 2)
    expect([...phases]).toEqual(['ended'])
    room.store.startReading('room-1')
    room.lines.at(-1)?.break()
    await room.pass()
    expect(room.joins()).toBe(2)
  })
  it('stops asking when nobody is let in, and says why', async () => {
    const room = buildRoom()
    room.refuseWith(new ApiError(Code.Toast, '这节课要先报名才能看'))
    room.store.start()
    await room.pass()
    expect(room.store.getState()).toMatchObject({ phase: 'refused', reason: '这节课要先报名才能看' })
    expect(room.waits).toEqual([])
  })
  it('stops when other tabs take its place, until asked', async () => {
    const room = buildRoom()
    room.store.start()
    await room.pass(joined(room.store))
    room.lines.at(-1)?.end('removed')
    room.store.noteNetwork(true)
    await room.pass()
    expect(room.store.getState().phase).toBe('removed')
    expect([room.joins(), room.waits]).toEqual([1, []])
    room.store.start()
    await room.pass(joined(room.store))
    room.lines.at(-1)?.end('restart')
    await room.pass(joined(room.store))
    expect(room.joins()).toBe(3)
  })
  it('shows a sent message at once, and only once', async () => {
    const room = buildRoom()
    room.store.start()
    await room.pass(joined(room.store))
    room.loseAnswers(true)
    room.store.send('老师好', [])
    expect(room.store.getState().outgoing).toMatchObject([{ text: '老师好', state: 'sending' }])
    await room.pass()
    room.loseAnswers(false)
    room.lines.at(-1)?.break()
    await room.pass(() => room.store.getState().outgoing.length === 0)
    expect(room.log.map(({ text }) => text?.text)).toEqual(['老师好'])
    expect(seqs(room.store)).toEqual([1])
  })
  it('sends an unanswered message again, then offers a retry', async () => {
    const room = buildRoom()
    room.store.start()
    await room.pass(joined(room.store))
    room.deafen(true)
    room.store.send('听得到吗', [])
    await room.pass()
    expect(room.store.getState()).toMatchObject({
      phase: 'joined',
      outgoing: [{ text: '听得到吗', state: 'failed', error: '没有发出去' }],
    })
    expect(room.sent).toEqual(['client-id-1', 'client-id-1'])
    room.deafen(false)
    room.store.retry('client-id-1')
    await room.pass(() => room.store.getState().outgoing.length === 0)
    expect(seqs(room.store)).toEqual([1])
  })
  it('holds two thousand messages and keeps those in sight', async () => {
    const room = buildRoom()
    room.store.start()
    await room.pass(joined(room.store))
    const hear = (count: number): void => {
      for (let said = 0; said < count; said += 1) room.lines.at(-1)?.deliver(room.say('又一句'))
    }
    hear(2000)
    room.store.forgetOlder(1900)
    expect(seqs(room.store)).toHaveLength(2000)
    hear(1)
    room.store.forgetOlder(1900)
    expect([seqs(room.store)[0], room.store.getState().hasOlder]).toEqual([402, true])
    hear(400)
    room.store.forgetOlder(402)
    expect(seqs(room.store)[0]).toBe(402)
    hear(2500)
    room.store.forgetOlder(402)
    expect(seqs(room.store)).toHaveLength(4000)
  })
  it('is read after class, with later recalls', async () => {
    const room = buildRoom()
    room.say('说错了')
    room.store.startReading('room-1')
    await room.pass()
    expect(room.joins()).toBe(0)
    expect(room.store.getState()).toMatchObject({
      phase: 'ended',
      me: undefined,
      messages: [{ text: { text: '说错了' } }],
    })
    room.store.startReading('room-1', true)
    await room.pass()
    expect(room.store.getState()).toMatchObject({ phase: 'ended', me: { userId: '7' } })
    room.log.push(buildRecall(2, [1]))
    room.store.readOn()
    await room.pass()
    room.say('这句也在')
    room.store.startReading('room-1', true)
    await room.pass()
    expect(seqs(room.store)).toEqual([1, 2, 3])
    expect(room.store.getState().messages[0]).toMatchObject({ text: null, recalled: true })
  })
  it('joins by what entering brought, comes back by a ticket', async () => {
    const group = { id: 'room-1', sign: 'came-along', appId: '', engine: 'embedded', me, lastSeq: 0 } as const
    const room = buildRoom({ me, group, messages: [] })
    expect(room.store.getState().me).toBe(me)
    const words = room.say('门一开就说')
    room.store.start()
    await room.pass(joined(room.store))
    expect([room.joins(), room.asked.filter((route) => !route.includes('afterSeq'))]).toEqual([0, []])
    expect(room.store.getState().messages).toEqual([words])
    room.lines.at(-1)?.break()
    await room.pass(joined(room.store))
    expect(room.joins()).toBe(1)
  })
  it('mutes only the one who is meant, until lifted', async () => {
    const room = buildRoom()
    room.store.start()
    await room.pass(joined(room.store))
    const mute = (userId: string, isEstoppel: boolean): void => {
      const message = buildSystem(room.log.length + 1, SystemMessage.mute, {
        userId,
        isEstoppel,
        untilTime: isEstoppel ? 9000 : null,
      })
      room.log.push(message)
      room.lines.at(-1)?.deliver(message)
    }
    mute('8', true)
    expect(room.store.getState().me).toMatchObject({ isEstoppel: false })
    mute('7', true)
    expect(room.store.getState().me).toMatchObject({ isEstoppel: true, untilTime: 9000 })
    mute('7', false)
    expect(room.store.getState().me).toMatchObject({ isEstoppel: false, untilTime: null })
  })
})
