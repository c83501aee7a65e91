import ICAL from 'ical.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { shanghaiDay, shanghaiTime } from '#server/backend/base/shanghai-day.ts'
import { momentText } from '#shared/rules/number-text.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildTask } from '../support/homework-steps.ts'
import { type BuiltLesson, buildLessonTeacher, buildLiveLesson, noteAttended, openRoom } from '../support/live-rooms.ts'
import { type BuiltOrder, buildPayment, notifyPaid } from '../support/order-factories.ts'
import { signUpFor } from '../support/order-steps.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** What runs by itself in the school while a week goes by. */
const jobs = ['rooms.clock', 'classes.changed', 'classes.remind', 'classes.homework'] as const
const evening = (date: string): number => shanghaiTime(date, 19 * 60 + 30)
/** A class's evenings, Monday to Sunday. */
const evenings = ['2026-03-16', '2026-03-17', '2026-03-18', '2026-03-19', '2026-03-20', '2026-03-22'].map(evening)

const backend = backendOfFile()

let lessons: BuiltLesson[]
let learner: Learner
let stranger: Learner
let teacher: Learner
let calendar: string

/** Lets the school run on until a moment, every half hour of it. */
async function liveUntil(time: number): Promise<void> {
  while (backend.clock.now() < time) {
    backend.clock.set(Math.min(time, backend.clock.now() + 30 * minute))
    for (const job of jobs) await backend.runJob(job)
  }
}

interface CalendarEvent {
  readonly uid: string
  readonly begin: number
  readonly end: number
  readonly isOff: boolean
  readonly sequence: number
  readonly path: string
}

/** The file as a calendar program reads it. */
async function readFile(): Promise<CalendarEvent[]> {
  const { text } = await backend.agent.get(calendar).expect(200)
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const { pathname, search } = new URL(String(component.getFirstPropertyValue('url')))
    return {
      uid: event.uid.split('@')[0] ?? '',
      begin: event.startDate.toJSDate().getTime(),
      end: event.endDate.toJSDate().getTime(),
      isOff: component.getFirstPropertyValue('status') === 'CANCELLED',
      sequence: event.sequence,
      path: pathname + search,
    }
  })
}

const own = () => backend.as(learner.cookie)
const messages = async ({ cookie }: Learner) =>
  (await backend.as(cookie).call('GET /api/notify-message/get-message', { topic: 'study', pageSize: 50 })).records
const coming = () => own().call('GET /api/my-course/list-class-schedule', { pageSize: 50 })
const lesson = (number: number): BuiltLesson => {
  const one = lessons[number - 1]
  if (!one) throw new Error(`There is no lesson ${number}.`)
  return one
}
const urlOf = ({ periodId, scheduleId }: BuiltLesson): string =>
  `/course/live/play/${periodId}?scheduleId=${scheduleId}`

/** What timetable, month, my courses, calendar and messages say of what comes; they must say the same. Answers it: begins by number of lesson. */
async function agreed(): Promise<[number, number][]> {
  const now = backend.clock.now()
  const { records, homework, total } = await coming()
  const file = await readFile()
  const numbers = new Map(lessons.map((one, index) => [one.periodId, index + 1]))
  const said = records.map(({ periodId, begDate }): [number, number] => [numbers.get(periodId ?? 0) ?? 0, begDate])
  const isClass = ({ uid, isOff }: CalendarEvent): boolean => uid.startsWith('class-') && !isOff

  expect(total).toBe(records.length)
  expect(
    file.filter((event) => isClass(event) && event.end > now).map(({ begin, path }) => [begin, path]),
    'the calendar has what the timetable has',
  ).toEqual(said.map(([number, begin]) => [begin, urlOf(lesson(number))]))

  const days = new Map<string, number>()
  for (const [, begin] of said) days.set(shanghaiDay(begin), (days.get(shanghaiDay(begin)) ?? 0) + 1)
  const later = (await own().call('GET /api/my-course/class-schedule-monthly-calendar', { month: '2026-03' })).filter(
    ({ date }) => date > shanghaiDay(now),
  )
  expect(
    later.filter(({ count }) => count > 0).map(({ date, count }) => [date, count]),
    'the month has what the list has',
  ).toEqual([...days].filter(([date]) => date > shanghaiDay(now)))
  expect(later.reduce((sum, { homework: many }) => sum + many, 0)).toBe(
    homework.filter(({ dueTime }) => shanghaiDay(dueTime) > shanghaiDay(now)).length,
  )

  const [course] = (await own().call('GET /api/user/my-course/list-v3', { over: 1 })).records
  expect(course?.next?.begDate, 'my courses lead to the same class').toBe(said[0]?.[1])
  expect(course?.next?.url).toBe(said[0] && urlOf(lesson(said[0][0])))

  const texts = (await messages(learner)).map(({ title, content, buttonUrl }) => `${title} ${content} ${buttonUrl}`)
  for (const [number, begin] of said.filter(([, at]) => at > now && at - now <= day))
    expect(
      texts.filter(
        (text) =>
          text.startsWith('上课提醒') && text.includes(momentText(begin)) && text.endsWith(urlOf(lesson(number))),
      ),
      'each class of the next day was announced once',
    ).toHaveLength(1)

  const due = homework.map(({ dueTime, url }) => [dueTime, url])
  expect(
    file.filter(({ uid, isOff }) => uid.startsWith('homework-') && !isOff).map(({ end, path }) => [end, path]),
    'the calendar has the homework that the timetable has',
  ).toEqual(due)
  const todo = (await own().call('GET /api/user/homework/list', { state: 1 })).records
  expect(todo.map(({ dueTime }) => dueTime)).toEqual(due.map(([dueTime]) => dueTime))
  return said
}

/** The learner is in the class while it is on, and it ends by the clock. */
async function attend(one: BuiltLesson, begin: number): Promise<void> {
  await liveUntil(begin + 15 * minute)
  const room = await openRoom(backend, one)
  await noteAttended(backend, room.id, learner.userId, 3600)
  const { periodId, scheduleId } = one
  await own().call('POST /api/user/note/add', {
    periodId,
    scheduleId,
    momentTime: backend.clock.now(),
    text: `第 ${lessons.indexOf(one) + 1} 讲`,
    clientKey: `week-note-${periodId}`,
  })
  await liveUntil(begin + 2 * hour)
}

const dayOf = async (time: number) =>
  (await own().call('GET /api/my-course/list-class-schedule', { date: shanghaiDay(time) })).records

async function evaluate(one: BuiltLesson, begin: number): Promise<void> {
  const rowOf = async () => (await dayOf(begin)).find(({ periodId }) => periodId === one.periodId)
  expect(await rowOf()).toMatchObject({ liveStatus: 3, canEvaluate: true, url: urlOf(one) })
  await own().call('POST /api/live-info/save', { periodId: one.periodId, score: 5, tags: [], content: '听懂了' })
  expect(await rowOf()).toMatchObject({ canEvaluate: false })
}

async function move({ periodId }: BuiltLesson, begin: number): Promise<void> {
  await backend.db
    .updateTable('schedulePeriods')
    .set({
      beginAt: new Date(begin),
      endAt: new Date(begin + 90 * minute),
      changedAt: new Date(backend.clock.now()),
    })
    .where('schedulePeriods.periodId', '=', periodId)
    .execute()
}

beforeAll(async () => {
  backend.clock.set(shanghaiTime('2026-03-15', 20 * 60))
  const [monday = 0, ...others] = evenings
  const first = await buildLiveLesson(backend, { free: false, begin: monday, end: monday + 90 * minute })
  lessons = [first]
  for (const begin of others)
    lessons.push(
      await buildLiveLesson(backend, {
        free: false,
        begin,
        end: begin + 90 * minute,
        courseId: first.courseId,
        scheduleId: first.scheduleId,
      }),
    )
  for (const [index, { periodId }] of lessons.entries())
    await backend.db
      .updateTable('periods')
      .set({ sequenceNo: index + 1 })
      .where('periods.id', '=', periodId)
      .execute()
  await buildTask(backend, { periodId: first.periodId }, { dueHours: 72 } as never)
  await backend.db.updateTable('periods').set({ hasHomework: true }).where('periods.id', '=', first.periodId).execute()
  teacher = await buildLessonTeacher(backend, first)
  await backend.db
    .updateTable('classSchedules')
    .set({ teacherId: first.teacherId })
    .where('classSchedules.id', '=', first.scheduleId)
    .execute()
  learner = await registerLearner(backend)
  stranger = await registerLearner(backend)
  calendar = (await own().call('POST /api/user/calendar/make', {})).path
}, 120_000)

describe('a learner’s week', { timeout: 120_000 }, () => {
  test('begins with a class that was just bought', async () => {
    expect(await agreed()).toEqual([])
    const orderNo = await signUpFor(backend, learner.cookie, lesson(1).courseId, lesson(1).scheduleId)
    const order = await backend.db
      .selectFrom('orders')
      .selectAll('orders')
      .where('orders.sn', '=', orderNo)
      .executeTakeFirstOrThrow()
    const built: BuiltOrder = { ...order, itemIds: [], productIds: [order.productId] }
    await notifyPaid(backend, await buildPayment(backend, built))
    await liveUntil(shanghaiTime('2026-03-15', 20 * 60 + 30))
    expect(await agreed()).toEqual(evenings.map((begin, index) => [index + 1, begin]))
    expect(await messages(stranger)).toEqual([])
  })

  test('has a class on Monday, then homework and stars', async () => {
    await attend(lesson(1), evenings[0] ?? 0)
    await evaluate(lesson(1), evenings[0] ?? 0)
    expect((await agreed())[0]?.[0]).toBe(2)
    expect((await coming()).homework).toMatchObject([{ dueTime: (evenings[0] ?? 0) + 90 * minute + 72 * hour }])
    expect((await messages(learner)).map(({ title }) => title)).toContain('课后作业')
    const { records } = await own().call('GET /api/user/note/list', {})
    expect(records).toMatchObject([{ text: '第 1 讲', momentTime: (evenings[0] ?? 0) + 15 * minute }])
  })

  test('tells on Tuesday of a class that was moved', async () => {
    await liveUntil(shanghaiTime('2026-03-17', 12 * 60))
    const saturday = evening('2026-03-21')
    await move(lesson(3), saturday)
    await liveUntil(backend.clock.now() + 30 * minute)
    const said = await agreed()
    expect(said).toContainEqual([3, saturday])
    expect((await coming()).records.find(({ periodId }) => periodId === lesson(3).periodId)).toMatchObject({
      formerBegDate: evenings[2],
    })
    const [news] = await messages(learner)
    expect(news).toMatchObject({ title: '上课时间改了', buttonUrl: urlOf(lesson(3)), review: false })
    expect(news?.content).toContain(`原定 ${momentText(evenings[2] ?? 0)}，改到 ${momentText(saturday)}`)
    const told = (await messages(learner)).length
    await liveUntil(backend.clock.now() + 2 * hour)
    expect(await messages(learner)).toHaveLength(told)
    expect((await readFile()).find(({ begin }) => begin === saturday)).toMatchObject({ sequence: 1, isOff: false })
    await attend(lesson(2), evenings[1] ?? 0)
    await agreed()
  })

  test('has a Wednesday without the class that moved', async () => {
    await liveUntil(shanghaiTime('2026-03-18', 22 * 60))
    expect(await dayOf(evenings[2] ?? 0)).toEqual([])
    await agreed()
  })

  test('has homework in, and a class cancelled, on Thursday', async () => {
    await liveUntil(shanghaiTime('2026-03-19', 12 * 60))
    const { periodId, scheduleId } = lesson(1)
    await own().call('POST /api/user/homework/save', { periodId, scheduleId, content: '画完了' })
    await backend.db
      .updateTable('periods')
      .set({ deletedAt: new Date(backend.clock.now()) })
      .where('periods.id', '=', lesson(5).periodId)
      .execute()
    await liveUntil(backend.clock.now() + 30 * minute)
    expect((await agreed()).map(([number]) => number)).toEqual([4, 3, 6])
    expect((await coming()).homework).toEqual([])
    expect((await messages(learner))[0]).toMatchObject({ title: '一节课取消了' })
    expect((await readFile()).filter(({ isOff }) => isOff).map(({ path }) => path)).toEqual(
      expect.arrayContaining([urlOf(lesson(5))]),
    )
    await attend(lesson(4), evenings[3] ?? 0)
    await agreed()
  })

  test('has its homework back on Friday, and no class', async () => {
    await liveUntil(shanghaiTime('2026-03-20', 12 * 60))
    const [waiting] = (await backend.as(teacher.cookie).call('GET /api/teach/homework/queue', {})).records
    await backend
      .as(teacher.cookie)
      .call('POST /api/teach/homework/correct', { id: waiting?.id ?? 0, version: 1, score: 90, comment: '亮部很准' })
    expect((await messages(learner))[0]).toMatchObject({ buttonUrl: expect.stringContaining('/homework/detail') })
    await liveUntil(shanghaiTime('2026-03-20', 23 * 60))
    expect(await dayOf(evenings[4] ?? 0)).toEqual([])
    await agreed()
  })

  test('ends with the moved class and the last one', async () => {
    await attend(lesson(3), evening('2026-03-21'))
    await evaluate(lesson(3), evening('2026-03-21'))
    expect(await agreed()).toEqual([[6, evenings[5]]])
    await attend(lesson(6), evenings[5] ?? 0)
    expect(await agreed()).toEqual([])
    const reminders = (await messages(learner)).filter(({ title }) => title === '上课提醒')
    expect(reminders.map(({ buttonUrl }) => buttonUrl).reverse()).toEqual(
      [1, 2, 4, 3, 6].map((number) => urlOf(lesson(number))),
    )
    expect((await own().call('GET /api/user/note/list', {})).records.map(({ text }) => text)).toEqual(
      [6, 3, 4, 2, 1].map((number) => `第 ${number} 讲`),
    )
    expect(await messages(stranger)).toEqual([])
  })
})
