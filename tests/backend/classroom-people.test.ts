import { describe, expect, test } from 'vitest'
import type { CallInput, CallRoute } from '#shared/contract/calls.ts'
import { CheckCode } from '#shared/contract/enums.ts'
import { contract } from '#shared/contract/index.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  type BuiltLesson,
  buildAnswerRoom,
  buildAssistant,
  buildEnrolled,
  buildLessonTeacher,
  buildLiveLesson,
  nameFor,
  noteAttended,
  openRoom,
} from '../support/live-rooms.ts'

const minute = 60_000
const backend = backendOfFile()

/** A paid class that is on, another one of its course, and its course's room for questions. */
interface Place {
  readonly own: BuiltLesson
  readonly other: BuiltLesson
  readonly roomId: number
  readonly groupKey: string
  readonly answerId: number
}

async function openPlace(): Promise<Place> {
  const own = await buildLiveLesson(backend, { free: false })
  const other = await buildLiveLesson(backend, { free: false, courseId: own.courseId })
  const { id, groupKey } = await openRoom(backend, own)
  return { own, other, roomId: id, groupKey, answerId: await buildAnswerRoom(backend, { productId: own.courseId }) }
}

const which = ({ own: { periodId, scheduleId } }: Place) => ({ periodId, scheduleId })
const inAnswers = ({ answerId }: Place) => ({ id: answerId })

/** The group of another class of the same schedule that isn't on: still to come, or over. */
async function groupAt({ own }: Place, begin: number, end: number): Promise<{ groupId: string }> {
  const { courseId, scheduleId } = own
  const times = { begin: own.begin + begin * minute, end: own.begin + end * minute }
  const lesson = await buildLiveLesson(backend, { courseId, scheduleId, free: false, ...times })
  return { groupId: (await openRoom(backend, lesson)).groupKey }
}

async function saidBy(learner: Learner, groupId: string): Promise<number> {
  const said = { groupId, clientMsgId: crypto.randomUUID(), text: '一句话' }
  return (await backend.as(learner.cookie).call('POST /api/im/send-msg', said)).seq
}

/** Somebody's place in the queue of the room for questions; called when it is their turn. */
async function queuedIn({ own, answerId }: Place, isCalled: boolean): Promise<number> {
  const learner = await buildEnrolled(backend, own)
  const queued = { id: answerId, question: '这一步不懂' }
  const { own: entry } = await backend.as(learner.cookie).call('POST /api/live-solution-room/queue/join', queued)
  const office = await buildStaff(backend, 'education')
  const calling = { id: answerId, current: null, entryId: entry?.entryId ?? 0 }
  if (isCalled) await backend.as(office.cookie).call('POST /api/live-solution-room/queue/call', calling)
  return entry?.entryId ?? 0
}

type Whose =
  /** Of the class's own staff. */
  | 'staff'
  /** Of the staff of one of the course's classes. */
  | 'staff of the course'
  /** Of whoever belongs to the class, learners and staff. */
  | 'class'
  /** Of whoever has a class of the course. */
  | 'course'

interface Row {
  readonly whose: Whose
  /** What it is called with; made anew for each person. */
  readonly input: (place: Place) => object | Promise<object>
  /** Whether an answer lets somebody in; without it every answer does. */
  readonly letsIn?: (answer: never) => boolean
}

const isPassed = ({ checkCode }: { checkCode: CheckCode }): boolean => checkCode === CheckCode.pass
const inGroup = ({ groupKey }: Place) => ({ groupId: groupKey })
const message = ({ groupKey }: Place) => ({ groupId: groupKey, clientMsgId: crypto.randomUUID(), text: '一句话' })

/** Calls that are for some people of a class and not for others. */
const rows: Partial<Record<CallRoute, Row>> = {
  'GET /api/live-info/manage-config': { whose: 'staff', input: which },
  'GET /api/live-info/stream-state': { whose: 'staff', input: which },
  'POST /api/live-info/start': { whose: 'staff', input: (place) => groupAt(place, 70, 130) },
  'POST /api/live-info/reopen': { whose: 'staff', input: (place) => groupAt(place, -70, 5) },
  'GET /api/im/send-system-notify': {
    whose: 'staff',
    input: ({ groupKey }) => ({ groupId: groupKey, type: 9, payload: { notice: '请大家静音' } }),
  },
  'POST /api/im/estoppel': {
    whose: 'staff',
    input: async ({ groupKey, own }) => ({
      groupId: groupKey,
      userId: String((await buildEnrolled(backend, own)).userId),
      isEstoppel: true,
    }),
  },
  'POST /api/im/recall-msg': {
    whose: 'staff',
    input: async ({ groupKey, own }) => ({
      groupId: groupKey,
      msgSeq: await saidBy(await buildEnrolled(backend, own), groupKey),
    }),
  },
  'POST /api/live-solution-room/queue/call': {
    whose: 'staff of the course',
    input: async (place) => ({ id: place.answerId, current: null, entryId: await queuedIn(place, false) }),
  },
  'POST /api/live-solution-room/queue/end': {
    whose: 'staff of the course',
    input: async (place) => ({ id: place.answerId, current: await queuedIn(place, true) }),
  },
  'GET /api/live/room-entry': { whose: 'class', input: which, letsIn: isPassed },
  'GET /api/live/enter/play': { whose: 'class', input: which, letsIn: isPassed },
  'GET /api/class-schedule/detailNotice': {
    whose: 'class',
    input: ({ own }) => ({ scheduleId: own.scheduleId }),
  },
  'GET /api/im/join-group': { whose: 'class', input: inGroup },
  'POST /api/im/send-msg': { whose: 'class', input: message },
  'GET /api/im/message-history-list': { whose: 'class', input: inGroup },
  'GET /api/im/list-student': { whose: 'class', input: inGroup },
  'GET /api/im/list-real-userId': { whose: 'class', input: inGroup },
  'POST /api/im/user-info': { whose: 'class', input: (place) => ({ ...inGroup(place), userIds: [] }) },
  'GET /api/im/user-detail': {
    whose: 'class',
    input: async (place) => {
      const { userId } = await buildEnrolled(backend, place.own)
      await noteAttended(backend, place.roomId, userId)
      return { ...inGroup(place), userId: String(userId) }
    },
  },
  'GET /api/im/gift-list': { whose: 'class', input: inGroup },
  'POST /api/im/give-gift': {
    whose: 'class',
    input: async (place) => {
      const gift = await backend.db.selectFrom('gifts').select('gifts.id').executeTakeFirstOrThrow()
      return { ...inGroup(place), giftId: gift.id, clientMsgId: crypto.randomUUID() }
    },
  },
  'POST /api/live-info/room-share': { whose: 'class', input: which },
  'GET /api/live-info/class-end': {
    whose: 'class',
    input: async (place) => {
      const rooms = backend.db.updateTable('liveRooms').where('liveRooms.id', '=', place.roomId)
      await rooms.set({ endedAt: new Date(backend.clock.now()) }).execute()
      return which(place)
    },
  },
  'GET /api/live-solution-room/get-live-info': {
    whose: 'course',
    input: inAnswers,
    letsIn: ({ answerRoomStatus }: { answerRoomStatus: number }) => answerRoomStatus === 1,
  },
  'GET /api/live-solution-room/queue': { whose: 'course', input: inAnswers },
}

/** The others, and why nobody's standing in a class is asked for there, or where it is tried instead. */
const others: Record<string, readonly CallRoute[]> = {
  'what anybody may know': [
    'GET /api/live-info/get-live-info-v2',
    'GET /api/ai-live/get-live-info',
    'GET /api/vod/period/play',
    'GET /api/vod/lesson',
    'GET /api/live/live-info',
    'GET /api/live/class-of-course',
    'GET /api/period/get-period-list',
    'GET /api/live/room-lobby',
    'GET /api/live-solution-room/lobby',
    'GET /api/live-solution-room/queue/state',
  ],
  'one’s own, by one’s player, place or course': [
    'GET /api/vod/address',
    'POST /api/vod/heartbeat',
    'POST /api/vod/take-over',
    'GET /api/course/last-learn-progress',
    'GET /api/user/learning-history',
    'POST /api/live-info/save',
    'POST /api/live-solution-room/queue/leave',
    'GET /api/activity/my/prize',
  ],
  'learners’, not the staff’s': [
    'POST /api/live-solution-room/queue/join',
    'POST /api/live-info/reminder',
    'POST /api/live-solution-room/check-password',
    'GET /api/activity/detail',
    'POST /api/activity/lottery',
  ],
  'of films, of which the class isn’t on': [
    'GET /api/ai-live/get-live-people-count',
    'POST /api/ai-live/report-period-log',
    'GET /api/vod/teach-coach/play',
    'GET /api/live-info/replay-timeline',
  ],
}

/** Which calls a person may make. */
type Reach = Readonly<Record<Whose, boolean>>
const ofClass: Reach = { staff: true, 'staff of the course': true, class: true, course: true }
const ofOtherClass: Reach = { staff: false, 'staff of the course': true, class: false, course: true }
const learning: Reach = { staff: false, 'staff of the course': false, class: true, course: true }
const outside: Reach = { staff: false, 'staff of the course': false, class: false, course: false }

const people: Record<string, [reach: Reach, build: (place: Place) => Promise<Pick<Learner, 'cookie' | 'userId'>>]> = {
  'its teacher': [ofClass, ({ own }) => buildLessonTeacher(backend, own)],
  'its assistant': [ofClass, ({ own }) => buildAssistant(backend, [own])],
  'its head master': [
    ofClass,
    async ({ own }) => {
      const master = await buildStaff(backend, 'headMaster')
      await nameFor(backend, own.scheduleId, master.userId, 'headMaster')
      return master
    },
  ],
  'the education office': [ofClass, () => buildStaff(backend, 'education')],
  'an administrator': [ofClass, () => buildStaff(backend, 'administrator')],
  'the teacher of the course’s other class': [ofOtherClass, ({ other }) => buildLessonTeacher(backend, other)],
  'the assistant of the other class': [ofOtherClass, ({ other }) => buildAssistant(backend, [other])],
  'a head master of no class': [outside, () => buildStaff(backend, 'headMaster')],
  'an assistant of no class': [outside, () => buildStaff(backend, 'follow')],
  'a learner of the class': [learning, ({ own }) => buildEnrolled(backend, own)],
  'a learner of nothing': [outside, () => registerLearner(backend)],
  'a visitor': [outside, async () => ({ cookie: '', userId: 1 })],
}

/** Refusals in words: nobody has logged in, it isn't for them, or for them it isn't there. */
const refusals = [-3, 404, 4004]

async function outcome(route: CallRoute, row: Row, place: Place, who: Learner): Promise<'let in' | 'refused' | Error> {
  const input = (await row.input(place)) as CallInput<CallRoute>
  try {
    const answer = await backend.as(who.cookie).call(route, input as never)
    return !row.letsIn || row.letsIn(answer as never) ? 'let in' : 'refused'
  } catch (error) {
    return refusals.includes((error as { code: number }).code) ? 'refused' : (error as Error)
  }
}

describe('each call of a classroom', () => {
  test('says for whom it is', () => {
    const { im, live, play, classEnd, classReminder, roomEntry, answerQueue, replay, activity } = contract
    const rooms = [im, live, play, classEnd, classReminder, roomEntry, answerQueue, replay, activity]
    const routes = rooms.flatMap((calls) => Object.values(calls).map(({ route }) => route))
    expect([...Object.keys(rows), ...Object.values(others).flat()].toSorted()).toEqual(routes.toSorted())
  })

  test.each(Object.entries(people).map(([who, [reach, build]]) => ({ who, reach, build })))(
    'lets $who do what is theirs, and nothing else',
    async ({ reach, build }) => {
      const seen: Record<string, unknown> = {}
      const promised: Record<string, unknown> = {}
      for (const [route, row] of Object.entries(rows)) {
        const place = await openPlace()
        const who = (await build(place)) as Learner
        seen[route] = await outcome(route as CallRoute, row, place, who)
        promised[route] = reach[row.whose] ? 'let in' : 'refused'
      }
      expect(seen).toEqual(promised)
    },
    60_000,
  )
})
