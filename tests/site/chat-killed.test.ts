import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImDriver, RoomStore } from '#client/features/room/room-store.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import { type BuiltSite, startBuiltSite } from '../bench/built-site.ts'
import { fillHall, type Hall } from '../support/chat-hall.ts'
import { openRoomPage, pageCalls } from '../support/room-page.ts'
import { createRandom } from '../support/seeded-random.ts'

// Pages' own chat against the built site, whose web process and backend are killed (SIGKILL) again and again in the middle of the talk.
// CHAT_SEED repeats whom it meets, and when.

const isFull = process.env.PROOF === 'full'
const mostCuts = isFull ? 1000 : 60
const people = isFull ? 40 : 20
/** Everybody says something this often: twenty sentences a second in all, and nobody faster than the room lets them. */
const paceMs = people * 50
/** A page waits a second and more before it comes back; here so many times less. */
const haste = 10
const limitMs = isFull ? 1_800_000 : 120_000
const seed = Number(process.env.CHAT_SEED ?? Date.now() % 2 ** 31)

let site: BuiltSite
let hall: Hall
const dispatcher = new Agent({ connections: people })
const pages: RoomStore[] = []
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-killed-'))
  hall = await fillHall(dataDir, people)
  // how often it starts a process again, and after how long, is its own business: it complains of each
  site = await startBuiltSite({ SITE_ENV: 'test', WARM_UP_PAGES: '0' }, dataDir, 'ignore')
}, 90_000)
afterAll(async () => {
  for (const page of pages) page.stop()
  await site?.stop()
  await dispatcher.destroy()
})

/** Resolves waits as soon as what they wait for is so; rung whenever something happens. */
function createBell(): { ring: () => void; until: (isSo: () => boolean) => Promise<void> } {
  const waiting = new Set<() => void>()
  return {
    ring() {
      for (const look of waiting) look()
    },
    until: (isSo) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const lost = pages.find((page) => ['refused', 'removed', 'ended'].includes(page.getState().phase))
          if (lost) reject(new Error(`A page does not come back: ${lost.getState().phase} ${lost.getState().reason}`))
          else if (isSo()) resolve()
          else return
          waiting.delete(look)
        }
        waiting.add(look)
        look()
      }),
  }
}

const bell = createBell()
/** Under which number the server said that it has what was said, each time that it said so. */
const acknowledged = new Map<string, number[]>()

/** Notes what the server says it has. */
function noteAnswers(driver: ImDriver): ImDriver {
  return {
    ...driver,
    async send(message) {
      const sent = await driver.send(message)
      if (sent.ok) acknowledged.set(message.clientMsgId, [...(acknowledged.get(message.clientMsgId) ?? []), sent.seq])
      bell.ring()
      return sent
    },
  }
}

const joined = (): number => pages.filter((page) => page.getState().phase === 'joined').length

/** Everybody talks, each thing said after the one before has come through; what came too fast is sent again, as by the button beside it. */
function talk(): { finish: () => Promise<void> } {
  let isOver = false
  const timers = pages.map((page, index) => {
    let count = 0
    return setInterval(() => {
      const { outgoing } = page.getState()
      for (const { clientMsgId, state } of outgoing) if (state === 'failed') page.retry(clientMsgId)
      if (outgoing.length > 0 || isOver) return
      count += 1
      page.send(`${index} 号的第 ${count} 句`, [])
    }, paceMs)
  })
  return {
    async finish() {
      isOver = true
      // whoever had said everything before the last kill has nothing to send: only who is back shows that the school is
      await bell.until(() => joined() === people && pages.every((page) => page.getState().outgoing.length === 0))
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** Kills the site's processes by turns; answers how many were killed, and how many lines were cut by it. */
async function killAgainAndAgain(random: (below: number) => number): Promise<{ kills: number; cuts: number }> {
  let [kills, cuts] = [0, 0]
  let turn: ('web' | 'backend')[] = []
  while (cuts < mostCuts) {
    if (turn.length === 0) turn = random(2) === 0 ? ['web', 'backend'] : ['backend', 'web']
    // in the middle of the talk, or while some have come back and others have not
    const sentences = acknowledged.size + 1 + random(people)
    const back = random(3) === 0 ? 1 + random(people) : people
    await bell.until(() => joined() >= back && (back < people || acknowledged.size >= sentences))
    const victim = turn.pop() ?? 'web'
    const pid = site.pidOf(victim)
    if (pid === 0) throw new Error(`Pages are in the chat without a ${victim} process.`)
    process.kill(pid, 'SIGKILL')
    cuts += joined()
    kills += 1
    await bell.until(() => joined() === 0)
  }
  return { kills, cuts }
}

/** Everything that the room has, as somebody reads it who comes in afterwards. */
async function readRoom(): Promise<ImMessage[]> {
  const api = pageCalls({ base: site.base, cookie: hall.cookies[0] ?? '', dispatcher })
  const all: ImMessage[] = []
  for (;;) {
    const afterSeq = all.at(-1)?.seq ?? 0
    const more = await api.call('GET /api/im/message-history-list', { groupId: hall.groupId, afterSeq, size: 200 })
    if (more.length === 0) return all
    all.push(...more)
  }
}

const byNumber = ({ seq, clientMsgId }: ImMessage): object => ({ seq, clientMsgId })

const name = `${mostCuts} cut lines lose and repeat nothing (CHAT_SEED=${seed})`

test(name, { timeout: limitMs }, async () => {
  for (const cookie of hall.cookies) {
    const page = openRoomPage({ base: site.base, cookie, dispatcher, groupId: hall.groupId, haste, watch: noteAnswers })
    pages.push(page)
    page.subscribe(bell.ring)
    page.start()
  }
  await bell.until(() => joined() === people)
  const talking = talk()
  const { kills, cuts } = await killAgainAndAgain(createRandom(seed))
  await talking.finish()

  const room = await readRoom()
  const last = room.length
  await bell.until(() => pages.every((page) => page.getState().messages.at(-1)?.seq === last))
  console.info(`${kills} processes killed, ${cuts} lines cut, ${last} sentences, ${acknowledged.size} acknowledged`)
  expect(room.map(({ seq }) => seq)).toEqual(Array.from({ length: last }, (_, index) => index + 1))
  const kept = new Map(room.map(({ seq, clientMsgId }) => [clientMsgId, seq]))
  expect(kept.size).toBe(last)
  for (const [id, seqs] of acknowledged) expect(new Set(seqs), id).toEqual(new Set([kept.get(id)]))
  for (const page of pages) expect(page.getState().messages.map(byNumber)).toEqual(room.map(byNumber))
})
