import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RoomRow, roomStatus } from '#server/backend/classroom/room/room-store.ts'
import { ingestSeal } from '#server/media/ingest-calls.ts'
import { findFreePort } from '#server/process/free-port.ts'
import { loadSecret } from '#server/config/site-secret.ts'
import { LiveStatus } from '#shared/contract/enums.ts'
import { registerLearner } from '../support/backend-accounts.ts'
import {
  buildStreamLesson,
  type IngestProcess,
  ingestProcess,
  recordingsOf,
  type StreamLesson,
  waitForStream as waitFor,
} from '../support/ingest-process.ts'
import { ffmpegNote, hasFfmpeg, publish } from '../support/rtmp-publisher.ts'
import { type School, startSchool } from '../support/test-site.ts'

let school: School
let rtmpPort: number
let ingest: IngestProcess
let ticking: NodeJS.Timeout | undefined

const buildLesson = (): Promise<StreamLesson> => buildStreamLesson(school)
const recordings = (roomId: number) => recordingsOf(school, roomId)

/** Where a teacher's programme sends what has this key. */
function address(key: string): string {
  return `rtmp://127.0.0.1:${rtmpPort}/live/${key}`
}

/** The films of a room's replay. */
function replayUrls({ mediaId }: RoomRow) {
  return school.backend.database.db
    .selectFrom('mediaUrls')
    .select('mediaUrls.url')
    .where('mediaUrls.assetId', '=', mediaId ?? 0)
    .execute()
}

describe.skipIf(!hasFfmpeg)(`a teacher’s stream${ffmpegNote}`, () => {
  beforeAll(async () => {
    rtmpPort = await findFreePort()
    school = await startSchool({ RTMP_PORT: String(rtmpPort) })
    // Streams run in real time, and so does the school's clock here.
    ticking = setInterval(() => school.backend.clock.set(Date.now()), 10)
    ingest = ingestProcess(school, rtmpPort)
    expect(await ingest.start()).toEqual({ type: 'ready' })
  })
  afterAll(async () => {
    clearInterval(ticking)
    await ingest?.end('SIGKILL')
    await school?.close()
  })

  test('is refused with an unknown key, leaving nothing', async () => {
    const { room } = await buildLesson()
    expect(await publish(address('no-such-key-0123456789'), 5).ended).not.toBe(0)
    expect(await recordings((await room()).id)).toEqual([])
  })

  test('breaking off three times is four recordings, one replay', {
    timeout: 60_000,
  }, async () => {
    const { room, key, file } = await buildLesson()
    const { id } = await room()
    await publish(address(key), 3, { atOnce: true }).ended
    await waitFor(async () => expect((await recordings(id))[0]?.endedAt).toBeInstanceOf(Date))
    expect(roomStatus(await room(), school.backend.clock.now())).toBe(LiveStatus.live)
    expect(await replayUrls(await room())).toEqual([{ url: `store:live/${id}/1/master.m3u8` }])
    await publish(address(key), 5, { atOnce: true }).ended
    await waitFor(async () => expect((await recordings(id))[1]?.endedAt).toBeInstanceOf(Date))
    expect((await recordings(id)).map(({ durationSec }) => durationSec)).toEqual([3, 5])
    await waitFor(async () =>
      expect(await replayUrls(await room())).toEqual([{ url: `store:live/${id}/replay-2/master.m3u8` }]),
    )
    for (const count of [3, 4]) {
      await publish(address(key), 2, { atOnce: true }).ended
      await waitFor(async () =>
        expect(await replayUrls(await room())).toEqual([{ url: `store:live/${id}/replay-${count}/master.m3u8` }]),
      )
    }
    const playlist = readFileSync(file('replay-4/index.m3u8'), 'utf8')
    expect(playlist.match(/#EXT-X-DISCONTINUITY/g)).toHaveLength(3)
    for (const name of playlist.match(/^[^#\n].*$/gm) ?? []) expect(existsSync(file(`replay-4/${name}`))).toBe(true)
    await school.backend.database.db
      .updateTable('liveRooms')
      .set({ endedAt: new Date(school.backend.clock.now()) })
      .where('liveRooms.id', '=', id)
      .execute()
    const { cookie } = await registerLearner(school.backend)
    const entered = await school.backend
      .as(cookie)
      .call('GET /api/live/enter/play', { periodId: (await room()).periodId ?? 0 })
    expect([entered.isReplay, entered.videoOptions?.duration]).toEqual([true, 12])
  })

  test('is on air alone under its key, until ended', {
    timeout: 60_000,
  }, async () => {
    const { room, key, file } = await buildLesson()
    const { id } = await room()
    const stream = publish(address(key), 60)
    await waitFor(async () => expect(await recordings(id)).toHaveLength(1))
    expect((await room()).startedAt).not.toBeNull()
    expect(readFileSync(file('1/master.m3u8'), 'utf8')).toMatch(
      /BANDWIDTH=\d{4,},RESOLUTION=160x90,CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2"\nindex\.m3u8\n/,
    )
    expect(readFileSync(file('1/index.m3u8'), 'utf8')).not.toContain('#EXT-X-ENDLIST')
    expect(await publish(address(key), 5).ended).not.toBe(0)
    await school.backend.database.db
      .updateTable('liveRooms')
      .set({ endedAt: new Date(school.backend.clock.now()) })
      .where('liveRooms.id', '=', id)
      .execute()
    expect(await stream.ended).not.toBe(0)
    await waitFor(async () => expect((await room()).mediaId).not.toBeNull())
    expect(readFileSync(file('1/index.m3u8'), 'utf8')).toContain('#EXT-X-ENDLIST')
    expect(await publish(address(key), 5).ended).not.toBe(0)
    expect(await recordings(id)).toHaveLength(1)
  })

  test('survives what others send to the port', async () => {
    for (const nonsense of [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.concat([Buffer.alloc(3073, 3), Buffer.alloc(4096, 0xff)]),
      Buffer.alloc(20_000, 0x14),
    ]) {
      const socket = connect(rtmpPort, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.end(nonsense)
      socket.resume()
      await once(socket, 'close')
    }
    expect(ingest.exitCode).toBeNull()
  })

  test('cut by a crash is closed by the next start', { timeout: 60_000 }, async () => {
    const { room, key, file } = await buildLesson()
    const { id } = await room()
    const stream = publish(address(key), 30)
    await waitFor(async () => expect(await recordings(id)).toHaveLength(1))
    await ingest.end('SIGKILL')
    await stream.ended
    expect((await recordings(id))[0]?.endedAt).toBeNull()
    expect(await ingest.start()).toEqual({ type: 'ready' })
    const [recording] = await recordings(id)
    expect(recording?.endedAt).toBeInstanceOf(Date)
    expect(recording?.durationSec).toBeGreaterThanOrEqual(2)
    expect((await room()).mediaId).not.toBeNull()
    // its sound, too, to the end
    const names = (path: string) =>
      [...readFileSync(file(path), 'utf8').matchAll(/^([^#\n.]+)\.\w+$/gm)].map(([, name]) => name)
    expect(names('1/sound/index.m3u8')).toEqual(names('1/index.m3u8'))
    expect(readFileSync(file('1/sound/index.m3u8'), 'utf8')).toContain('#EXT-X-ENDLIST')
  })

  test('is ended in order when the site stops', { timeout: 60_000 }, async () => {
    const { room, key, file } = await buildLesson()
    const { id } = await room()
    const stream = publish(address(key), 30)
    await waitFor(async () => expect(await recordings(id)).toHaveLength(1))
    await ingest.end('SIGTERM')
    expect(ingest.exitCode).toBe(0)
    expect((await recordings(id))[0]?.endedAt).toBeInstanceOf(Date)
    expect(readFileSync(file('1/index.m3u8'), 'utf8')).toContain('#EXT-X-ENDLIST')
    await stream.ended
  })

  test('is taken by nobody without ffmpeg, and says so', async () => {
    expect(await ingest.start({ FFMPEG_PATH: '/no/such/ffmpeg' })).toEqual({
      type: 'fatal',
      message: "No streams are taken: /no/such/ffmpeg can't be run; install ffmpeg or name it in FFMPEG_PATH.",
    })
  })

  test('is nothing for browsers: its calls need a seal', async () => {
    const { agent } = school.backend
    const direct = await agent.post('/internal/ingest/open').send({})
    expect([direct.status, direct.body.code]).toEqual([404, 404])
    const forged = await agent.post('/internal/ingest/open').set('x-ingest-seal', 'a'.repeat(43)).send({})
    expect(forged.status).toBe(404)
    const { secret, dataDir } = school.backend.context.config
    const own = await agent
      .post('/internal/ingest/open')
      .set('x-ingest-seal', ingestSeal(loadSecret(secret, dataDir)))
      .send({})
    expect([own.status, own.body]).toEqual([200, { recordings: [] }])
    const outside = await school.site.request('post', '/internal/ingest/open').send({})
    // The site answers it itself: a page that isn't there takes no POST.
    expect(outside.status).toBe(405)
  })
})
