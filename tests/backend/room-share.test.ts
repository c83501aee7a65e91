import { describe, expect, test } from 'vitest'
import { registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildAnswerRoom, buildLiveLesson, openRoom } from '../support/live-rooms.ts'

const ingest = { RTMP_PORT: '1935', RTMP_URL: 'rtmp://live.example.com/live' }

const backend = backendOfFile({ SITE_ORIGIN: 'http://localhost:3000', ...ingest })

describe('sharing a room', () => {
  const share = (cookie: string, input: object) =>
    backend.as(cookie).call('POST /api/live-info/room-share', input as never)

  test('gives the whole address, counted once a day and channel', async () => {
    const lesson = await buildLiveLesson(backend)
    const { cookie, userId } = await registerLearner(backend)
    for (let time = 0; time < 3; time += 1)
      expect(await share(cookie, { periodId: lesson.periodId })).toEqual({
        shareUrl: `${backend.context.config.origin}/course/live/play/${lesson.periodId}?scheduleId=${lesson.scheduleId}`,
      })
    await share(cookie, { periodId: lesson.periodId, channel: 'qr' })
    expect(
      await backend.db
        .selectFrom('liveShares')
        .select('liveShares.channel')
        .where('liveShares.userId', '=', userId)
        .orderBy('liveShares.channel')
        .execute(),
    ).toEqual([{ channel: 'link' }, { channel: 'qr' }])
  })

  test('each kind of room has its own page', async () => {
    const ai = await buildLiveLesson(backend, { kind: 3 })
    const { cookie } = await registerLearner(backend)
    expect((await share(cookie, { periodId: ai.periodId })).shareUrl).toContain(`/mind/play/${ai.periodId}`)
    const roomId = await buildAnswerRoom(backend)
    expect((await share(cookie, { roomId })).shareUrl).toBe(`${backend.context.config.origin}/solutionRoom/${roomId}`)
  })

  test('unknown rooms and rooms of others are refused', async () => {
    const { cookie } = await registerLearner(backend)
    await expect(share(cookie, { roomId: 999_999_999 })).rejects.toMatchObject({ code: 404 })
    await expect(share(cookie, { periodId: 999_999_999 })).rejects.toMatchObject({ code: 404 })
    const paid = await buildLiveLesson(backend, { free: false })
    await expect(share(cookie, { periodId: paid.periodId })).rejects.toMatchObject({ code: 4004 })
    await expect(share(cookie, { roomId: (await openRoom(backend, paid)).id })).rejects.toMatchObject({ code: 4004 })
  })
})
