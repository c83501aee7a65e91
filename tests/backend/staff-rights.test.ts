import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { setQqGroup } from '#server/backend/classroom/lesson/schedule-notice-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { allEndpoints } from '#shared/contract/index.ts'
import { hasRight, type Right, rightOf, staffRights, staffRoles } from '#shared/contract/staff-rights.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildPlate, buildPost } from '../support/forum-factories.ts'
import { buildLessonTeacher, buildLiveLesson } from '../support/live-rooms.ts'
import { type StaffRoute, someLearner, staffInputs } from '../support/staff-calls.ts'

const backend = backendOfFile()
const everybody = [...staffRoles, 'administrator'] as const
const people = new Map<string, Learner>()
let learner: Learner
beforeAll(async () => {
  for (const role of everybody) people.set(role, await buildStaff(backend, role))
  learner = await registerLearner(backend)
})

const calls = allEndpoints.filter(({ access, path }) => access === 'staff' || path.startsWith('/api/staff'))
type Outcome = 'done' | 'no such call' | 'not your right' | 'not for yourself' | 'sign in' | ApiError

/** What a call comes to in the caller's eyes. */
async function outcome(route: StaffRoute, cookie: string, ownerId: number): Promise<Outcome> {
  try {
    await backend.as(cookie).call(route, (await staffInputs[route](backend, ownerId)) as never)
    return 'done'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === Code.LoginTimeout) return 'sign in'
    if (error.status === 403 && error.code === Code.Toast && error.message.includes('没有这项权限'))
      return 'not your right'
    if (error.code === Code.Toast && /^不能.*自己.*，请让其他同事处理$/.test(error.message)) return 'not for yourself'
    return error.code === Code.NotFound && error.message === '内容不存在' ? 'no such call' : error
  }
}

describe('the calls of the staff', () => {
  test('each names its own right, under /api/staff', () => {
    expect(calls.length).toBeGreaterThan(15)
    expect(
      calls.every(
        ({ access, path, right }) => access === 'staff' && path.startsWith('/api/staff') && right !== undefined,
      ),
    ).toBe(true)
    expect(new Set(calls.map(({ right }) => right)).size).toBe(calls.length)
    expect(Object.keys(staffInputs).toSorted()).toEqual(calls.map(({ route }) => route).toSorted())
  })

  test('can’t be declared without one', () => {
    // @ts-expect-error a staff call names its right
    endpoint('GET /api/staff/test', { access: 'staff', input: z.object({}), output: z.null() })
    // @ts-expect-error only a staff call has one
    endpoint('GET /api/test', { right: 'order.list', input: z.object({}), output: z.null() })
    expect(calls.every(({ right }) => right !== undefined)).toBe(true)
  })
})

describe.each(calls.map(({ route, right }) => [route as StaffRoute, right as Right] as const))('%s', (route, right) => {
  test('answers each role as the table says, for anybody', async () => {
    const foreign = await someLearner(backend)
    const seen: Record<string, Outcome[]> = {}
    const promised: Record<string, Outcome[]> = {}
    for (const role of everybody) {
      const { cookie, userId } = people.get(role)!
      const may = role === 'administrator' || rightOf(right).roles.includes(role)
      const onOneself = rightOf(right).refusedOnOneself ? 'not for yourself' : 'done'
      seen[role] = [await outcome(route, cookie, foreign), await outcome(route, cookie, userId)]
      promised[role] = may ? ['done', onOneself] : ['not your right', 'not your right']
    }
    expect(seen).toEqual(promised)
  })

  test('isn’t there for learners and visitors', async () => {
    expect([await outcome(route, learner.cookie, learner.userId), await outcome(route, '', learner.userId)]).toEqual([
      'no such call',
      'sign in',
    ])
  })
})

describe('what staff see beside their calls', () => {
  const isShown = async (call: Promise<unknown>): Promise<boolean> =>
    (await Promise.allSettled([call]))[0].status === 'fulfilled'
  const looks: Partial<Record<Right, () => Promise<(cookie: string) => Promise<boolean>>>> = {
    'post.preview': async () => {
      const id = await buildPost(backend, await buildPlate(backend), {
        userId: learner.userId,
        status: 1,
        publishedAt: null,
      })
      return (cookie) => isShown(backend.as(cookie).call('GET /api/post/detail', { id }))
    },
    'article.preview': async () => {
      const draft = await staffInputs['POST /api/staff/information/save'](backend, 0)
      const { id } = await backend
        .as(people.get('administrator')!.cookie)
        .call('POST /api/staff/information/save', draft)
      return (cookie) => isShown(backend.as(cookie).call('GET /api/information/get-temporary-information', { id }))
    },
    'class.groups': async () => {
      const { scheduleId } = await buildLiveLesson(backend)
      await setQqGroup(backend.db, scheduleId ?? 0, '123456', new Date(testNow))
      return (cookie) =>
        isShown(backend.as(cookie).call('GET /api/class-schedule/detailNotice', { scheduleId: scheduleId ?? 0 }))
    },
    'forum.all-plates': async () => {
      const { id } = await staffInputs['GET /api/staff/forum/case'](backend, learner.userId)
      await backend.db.deleteFrom('forumPlateModerators').execute()
      return (cookie) => isShown(backend.as(cookie).call('GET /api/staff/forum/case', { id }))
    },
    'backend.enter': async () => async (cookie) => (await backend.as(cookie).call('GET /api/user/info', {})).adminRole,
  }

  test('is what the table says for rights without calls', () => {
    expect(Object.keys(looks).toSorted()).toEqual(
      Object.keys(staffRights)
        .filter((right) => !calls.some((call) => call.right === right))
        .toSorted(),
    )
  })

  test.each(Object.keys(looks) as Right[])('%s', async (right) => {
    const look = await looks[right]!()
    const seen: string[] = []
    for (const role of everybody) if (await look(people.get(role)!.cookie)) seen.push(role)
    expect(seen).toEqual(everybody.filter((role) => role === 'administrator' || rightOf(right).roles.includes(role)))
  })

  test('a teacher sees the groups of own courses’ classes', async () => {
    const lesson = await buildLiveLesson(backend)
    await setQqGroup(backend.db, lesson.scheduleId ?? 0, '123456', new Date(testNow))
    const { cookie } = await buildLessonTeacher(backend, lesson)
    expect(
      (await backend.as(cookie).call('GET /api/class-schedule/detailNotice', { scheduleId: lesson.scheduleId ?? 0 }))
        .qqGroup,
    ).toBe('123456')
  })
})

test('who holds two roles has the rights of both', () => {
  expect(hasRight({ roles: ['teacher', 'headMaster'], isAdmin: false }, 'order.list')).toBe(true)
  expect(hasRight({ roles: ['teacher', 'headMaster'], isAdmin: false }, 'order.create')).toBe(false)
})

test('administrators hold every right, people without a role none', () => {
  const rights = Object.keys(staffRights) as Right[]
  expect(rights.filter((right) => !hasRight({ roles: [], isAdmin: true }, right))).toEqual([])
  expect(rights.filter((right) => hasRight({ roles: [], isAdmin: false }, right))).toEqual([])
})

test('the refusal names the roles and the right in words', async () => {
  const { cookie } = people.get('follow')!
  await expect(
    backend.as(cookie).call('POST /api/staff/order/inject', { userId: 1, productId: 1, note: '给我' }),
  ).rejects.toMatchObject({ code: Code.Toast, status: 403, message: '您的角色（助教）没有这项权限：赠送课程' })
})

test('a removed right is gone with the next call', async () => {
  const { cookie, userId } = await buildStaff(backend, 'education')
  await backend.as(cookie).call('GET /api/staff/order/list', {})
  await backend.db.deleteFrom('userRoles').where('userRoles.userId', '=', userId).execute()
  await expect(backend.as(cookie).call('GET /api/staff/order/list', {})).rejects.toMatchObject({ code: Code.NotFound })
})

test('a session by Authorization header opens no staff call', async () => {
  const { cookie } = people.get('administrator')!
  const token = cookie.split('=')[1] ?? ''
  const ask = (path: string) => backend.agent.get(path).set({ reqSource: 'pcSite', Authorization: token })
  expect((await ask('/api/user/info')).body.code).toBe(Code.Success)
  expect((await ask('/api/staff/order/list')).body.code).toBe(Code.LoginTimeout)
})
