import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EnrolmentSource, EnrolmentStatus, StoredUploadKind, UploadState } from '#shared/contract/enums.ts'
import { studyFolder } from '#server/backend/upload/upload-store.ts'
import { studyFilePath } from '#shared/rules/upload-rules.ts'
import { buildStaff, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { patientBackendOfFile } from '../support/backend-of-file.ts'
import { homeworkCommands } from '../support/homework-commands.ts'
import { createModel, dueHours, expectSame, type HomeworkWorld } from '../support/homework-model.ts'
import { buildClassWithHomework } from '../support/homework-steps.ts'
import { buildAssistant, buildLessonTeacher } from '../support/live-rooms.ts'
import { addLastingLearners } from '../support/order-world.ts'

const isFull = process.env.PROOF === 'full'
// MACHINE_RUNS: another number of stories; MACHINE_SEED: those of a run that failed.
const numRuns = Number(process.env.MACHINE_RUNS ?? (isFull ? 10_000 : 150))
const seed = Number(process.env.MACHINE_SEED ?? Date.now() % 2 ** 31)
const backend = patientBackendOfFile({ SESSION_IDLE_DAYS: '3650' })

/** Nobody hands in thousands of times: limits count each of these by itself. */
const storiesEach = 6

type Own = Pick<HomeworkWorld, 'learner' | 'url'>

/** Learners of the class, each with a photo of their own. */
async function addLearners({ courseId, scheduleId }: HomeworkWorld['lesson'], count: number): Promise<Own[]> {
  const learners = await addLastingLearners(backend.database, testNow, count)
  const now = new Date(testNow)
  const all: Own[] = []
  for (let at = 0; at < learners.length; at += 500) {
    const some = learners.slice(at, at + 500).map((learner, index) => {
      const name = `${String(at + index).padStart(6, '0')}.png`
      return { learner, name, url: `${studyFilePath}/${name}` }
    })
    await backend.db
      .insertInto('enrolments')
      .values(
        some.map(({ learner: { userId } }) => ({
          userId,
          productId: courseId,
          scheduleId,
          source: EnrolmentSource.staff,
          beginAt: now,
          createdAt: now,
        })),
      )
      .execute()
    await backend.db
      .insertInto('uploads')
      .values(
        some.map(({ learner: { userId }, name, url }) => ({
          userId,
          objectKey: `${studyFolder}${name}`,
          resUrl: url,
          purpose: 'study' as const,
          name,
          contentType: 'image/png',
          sizeBytes: 1000,
          md5: '0'.repeat(32),
          kind: StoredUploadKind.image,
          state: UploadState.stored,
          createdAt: now,
          storedAt: now,
        })),
      )
      .execute()
    all.push(...some.map(({ learner, url }) => ({ learner, url })))
  }
  return all
}

/** As before the next story. */
async function clear({ lesson, learner: { userId } }: HomeworkWorld): Promise<void> {
  const { db } = backend
  backend.clock.set(testNow)
  await db.deleteFrom('homeworkDrafts').where('homeworkDrafts.userId', '=', userId).execute()
  await db.deleteFrom('homeworks').where('homeworks.userId', '=', userId).execute()
  await db
    .updateTable('homeworkTasks')
    .set({ closedAt: null, version: 1 })
    .where('homeworkTasks.id', '=', lesson.taskId)
    .execute()
  await db
    .updateTable('enrolments')
    .set({ status: EnrolmentStatus.active })
    .where('enrolments.userId', '=', userId)
    .execute()
}

test(
  `whatever happens (${numRuns} stories), homework goes its way`,
  async () => {
    const lesson = await buildClassWithHomework(backend, { dueHours })
    const staff = {
      teacher: await buildLessonTeacher(backend, lesson),
      assistant: await buildAssistant(backend, [lesson]),
      office: await buildStaff(backend, 'education'),
      stranger: await registerLearner(backend),
    }
    const learners = await addLearners(lesson, Math.ceil(numRuns / storiesEach))
    process.stdout.write(`homework: ${numRuns} stories, MACHINE_SEED=${seed}\n`)
    const edges = new Map<string, number>()
    let told = 0
    await fc.assert(
      fc.asyncProperty(fc.commands(homeworkCommands, { maxCommands: 20, size: 'max' }), async (steps) => {
        const own = learners[Math.floor(told / storiesEach) % learners.length]
        if (!own) throw new Error('Nobody is left to hand in.')
        told += 1
        if (isFull && told % 500 === 0) process.stdout.write(`${told} stories\n`)
        const world = { backend, lesson, staff, ...own }
        const model = createModel()
        try {
          await fc.asyncModelRun(() => ({ model, real: world }), steps)
          await expectSame(world, model)
        } finally {
          for (const edge of model.edges) edges.set(edge, (edges.get(edge) ?? 0) + 1)
          await clear(world)
        }
      }),
      { seed, numRuns, endOnFailure: process.env.MACHINE_END === '1' },
    )
    // in so many stories every way is gone
    if (numRuns >= 100) expect([...edges.keys()].sort()).toEqual(['0>2', '1>2', '2>1', '2>2', '2>3', '3>1'])
    if (isFull) process.stdout.write(`homework: ${told} stories, edges ${JSON.stringify([...edges])}\n`)
  },
  isFull ? 14_400_000 : 240_000,
)
