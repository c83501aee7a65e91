import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Api } from '#shared/contract/calls.ts'
import { playRates } from '#shared/contract/enums.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile, callsOfFile } from '../support/backend-of-file.ts'
import { addLastingLearner } from '../support/order-world.ts'
import { buildVideoLesson, readLearning } from '../support/play-steps.ts'

const isFull = process.env.PROOF === 'full'
const numRuns = isFull ? 1000 : 40
/** Seconds of the lesson. */
const length = 600

const backend = backendOfFile()
const calls = callsOfFile(backend, 2)

type Rate = (typeof playRates)[number]
type Range = [from: number, to: number]

/** A page with a player, as the site's own behaves. */
interface Device {
  watchId: string
  position: number
  /** Played since the last heartbeat that was answered. */
  played: Range[]
  fastest: Rate | 0
}

/** Two devices of one learner, and what they have really watched in tenths of a second. */
interface World {
  readonly api: Api
  readonly userId: number
  readonly periodId: number
  readonly devices: Device[]
  /** The one that plays. */
  active: number
  readonly truth: Set<number>
  position: number
}

async function openDevice(api: Api, periodId: number, watchId?: string): Promise<Device> {
  const play = await api.call('GET /api/vod/period/play', { periodId, ...(watchId === undefined ? {} : { watchId }) })
  return { watchId: play.watchId ?? '', position: play.watchStartTime.timeSec, played: [], fastest: 0 }
}

async function buildWorld(): Promise<World> {
  backend.clock.set(testNow)
  const { periodId } = await buildVideoLesson(backend, { seconds: length })
  const { userId, cookie } = await addLastingLearner(backend.database, testNow)
  const api = calls.as(cookie)
  const devices = [await openDevice(api, periodId), await openDevice(api, periodId)]
  return { api, userId, periodId, devices, active: 0, truth: new Set(), position: 0 }
}

function send(world: World, device: Device, isLeaving = false) {
  return world.api.call('POST /api/vod/heartbeat', {
    watchId: device.watchId,
    position: device.position,
    rate: device.fastest,
    ranges: device.played,
    isLeaving,
  })
}

/** What the server has to know when it has answered. */
function settle(world: World, device: Device): void {
  for (const [from, to] of device.played)
    for (let unit = Math.round(from * 10); unit < Math.round(to * 10); unit++) world.truth.add(unit)
  world.position = Math.floor(device.position)
  device.played = []
  device.fastest = 0
}

async function beat(world: World, device: Device): Promise<void> {
  expect(await send(world, device)).toMatchObject({ state: 'playing' })
  settle(world, device)
}

type Step =
  | { readonly kind: 'play'; readonly ms: number; readonly rate: Rate }
  | { readonly kind: 'seek'; readonly to: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'beat' | 'lost' | 'switch' | 'reload' }

/** The film runs on this device alone: other devices stand still. */
function playOn(device: Device, ms: number, rate: Rate): void {
  const from = device.position
  device.position = Math.min(length, from + (ms / 1000) * rate)
  if (device.position > from) device.played.push([from, device.position])
  device.fastest = Math.max(device.fastest, rate) as Rate
  backend.clock.set(backend.clock.now() + ms)
}

/** Its answer is lost: it is sent again with what came afterwards. */
async function lose(world: World, device: Device): Promise<void> {
  await send(world, device)
  playOn(device, 2000, 1)
  await beat(world, device)
}

/** The other device takes over; this one doesn't know, plays on for two seconds and is told. */
async function changeDevice(world: World, device: Device): Promise<void> {
  await beat(world, device)
  world.active = 1 - world.active
  const next = world.devices[world.active] as Device
  await world.api.call('POST /api/vod/take-over', { watchId: next.watchId })
  Object.assign(next, { position: world.position, played: [] })
  playOn(device, 2000, 2)
  expect(await send(world, device)).toMatchObject({ state: 'taken' })
  Object.assign(device, { played: [], fastest: 0 })
}

async function reload(world: World, device: Device): Promise<void> {
  expect(await send(world, device, true)).toMatchObject({ state: 'playing' })
  settle(world, device)
  world.devices[world.active] = await openDevice(world.api, world.periodId)
}

async function take(world: World, step: Step): Promise<void> {
  const device = world.devices[world.active] as Device
  if (step.kind === 'play') playOn(device, step.ms, step.rate)
  else if (step.kind === 'seek') device.position = step.to
  else if (step.kind === 'wait') backend.clock.set(backend.clock.now() + step.ms)
  else await { beat, lost: lose, switch: changeDevice, reload }[step.kind](world, device)
}

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('play' as const),
      ms: fc.integer({ min: 1, max: 10_000 }),
      rate: fc.constantFrom(...playRates),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('seek' as const), to: fc.double({ min: 0, max: length, noNaN: true }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 60_000 }) }) },
  { weight: 5, arbitrary: fc.constant({ kind: 'beat' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('lost' as const, 'switch' as const, 'reload' as const) }) },
)

/** The seconds of one lesson as they are written down. */
async function readUnits(userId: number): Promise<Set<number>> {
  const { rows } = await sql<{ from: number; to: number }>`
    select lower(r) as "from", upper(r) as "to" from learn_progress p, unnest(p.watched) r where p.user_id = ${userId}`.execute(
    backend.database.db,
  )
  return new Set(rows.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)))
}

test(
  `however one plays (${numRuns} stories), only what was watched counts`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 25 }), async (story) => {
        const world = await buildWorld()
        for (const step of story) await take(world, step)
        await beat(world, world.devices[world.active] as Device)
        expect(await readUnits(world.userId)).toEqual(world.truth)
        const { lessons, days } = await readLearning(backend, world.userId)
        const seconds = Math.floor(world.truth.size / 10)
        expect(lessons).toMatchObject([{ watchedSec: seconds, positionSec: world.position }])
        expect(lessons[0]?.finishedAt != null).toBe(seconds >= length * 0.95)
        expect(days.reduce((sum, day) => sum + day.seconds, 0)).toBe(seconds)
      }),
      { numRuns, interruptAfterTimeLimit: isFull ? 3_600_000 : 120_000, markInterruptAsFailure: true },
    )
  },
  isFull ? 3_700_000 : 180_000,
)

const place = fc.double({ min: 0, max: 650, noNaN: true })
/** So short that one of them is within what a heartbeat may be wrong by. */
const shortRange = fc
  .tuple(fc.double({ min: 0, max: 590, noNaN: true }), fc.double({ min: 0, max: 3, noNaN: true }))
  .map(([from, seconds]): Range => [from, from + seconds])

const anyClaim = fc.record({
  wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 12_000 })),
  rate: fc.constantFrom(0 as const, ...playRates),
  position: fc.double({ min: 0, max: 700, noNaN: true }),
  ranges: fc.array(fc.oneof(shortRange, fc.tuple(place, place)), { maxLength: 3 }),
})

test(
  `forgers (${numRuns} stories) gain at most time at double speed`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyClaim, { minLength: 1, maxLength: 15 }), async (claims) => {
        const world = await buildWorld()
        const [device] = world.devices
        for (const { wait, ...claim } of claims) {
          backend.clock.set(backend.clock.now() + wait)
          const before = await readLearning(backend, world.userId)
          try {
            await world.api.call('POST /api/vod/heartbeat', { watchId: device?.watchId ?? '', ...claim })
          } catch (error) {
            expect(error).toMatchObject({ code: 4004, message: '学习记录异常，请刷新页面' })
            expect(await readLearning(backend, world.userId)).toEqual(before)
          }
        }
        const passed = (backend.clock.now() - testNow) / 1000
        const { lessons, days } = await readLearning(backend, world.userId)
        const watchedSec = lessons[0]?.watchedSec ?? 0
        expect(watchedSec).toBeLessThanOrEqual(passed * 2 + 3)
        expect(days.reduce((sum, day) => sum + day.seconds, 0)).toBe(watchedSec)
        expect(Math.max(0, ...(await readUnits(world.userId)))).toBeLessThan(length * 10)
      }),
      { numRuns, interruptAfterTimeLimit: isFull ? 3_600_000 : 120_000, markInterruptAsFailure: true },
    )
  },
  isFull ? 3_700_000 : 180_000,
)
