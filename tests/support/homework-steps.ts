import { makePicture } from './upload-samples.ts'
import type { TestBackend } from './backend-harness.ts'
import { uploadFile } from './backend-uploads.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import type { Learner } from './backend-accounts.ts'
import { type BuiltLesson, buildEnrolled, buildLiveLesson } from './live-rooms.ts'

const minute = 60_000

type TaskInput = CallInput<'POST /api/teach/homework/task/save'>

/** Sets homework for everybody who takes a lesson, or for one class. */
export async function buildTask(
  { database, clock }: TestBackend,
  lesson: Pick<BuiltLesson, 'periodId'> & { scheduleId?: number },
  values: Partial<Omit<TaskInput, 'dueTime'>> & { dueTime?: number } = {},
): Promise<number> {
  const now = new Date(clock.now())
  const { id } = await database.db
    .insertInto('homeworkTasks')
    .values({
      periodId: lesson.periodId,
      scheduleId: lesson.scheduleId ?? null,
      title: values.title ?? '临摹一组静物',
      requirement: values.requirement ?? '用 2B 铅笔，注意前后的虚实。',
      dueHours: (values.dueHours as number | undefined) ?? null,
      dueAt: values.dueTime === undefined ? null : new Date(values.dueTime),
      createdAt: now,
      updatedAt: now,
    })
    .returning('homeworkTasks.id')
    .executeTakeFirstOrThrow()
  return id
}

export interface ClassWithHomework extends BuiltLesson {
  readonly learner: Learner
  readonly taskId: number
}

/** A class that was over ten minutes ago, with homework for everybody, and somebody who takes it. */
export async function buildClassWithHomework(
  backend: TestBackend,
  values: Parameters<typeof buildTask>[2] = {},
): Promise<ClassWithHomework> {
  const now = backend.clock.now()
  const lesson = await buildLiveLesson(backend, { free: false, begin: now - 70 * minute, end: now - 10 * minute })
  const taskId = await buildTask(backend, { periodId: lesson.periodId }, values)
  return { ...lesson, learner: await buildEnrolled(backend, lesson), taskId }
}

/** A picture of somebody's work, sent; answers its address. */
export async function sendWork(backend: TestBackend, { cookie }: Learner, name = '作业.png'): Promise<string> {
  return uploadFile(backend, cookie, { name, bytes: await makePicture().png().toBuffer(), key: 'study' })
}

/** Hands in for the lesson; answers the homework as it is then. */
export async function handInFor(
  backend: TestBackend,
  { periodId, scheduleId, learner }: Pick<ClassWithHomework, 'periodId' | 'scheduleId' | 'learner'>,
  sheet: { content?: string; files?: string[]; version?: number } = {},
) {
  const own = backend.as(learner.cookie)
  await own.call('POST /api/user/homework/save', { periodId, scheduleId, content: '画完了', ...sheet })
  return own.call('GET /api/user/homework/detail', { periodId, scheduleId })
}
