import fc from 'fast-check'
import { expect, test } from 'vitest'
import { QuestionKind } from '#shared/contract/enums.ts'
import { buildStaff } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { patientBackendOfFile } from '../support/backend-of-file.ts'
import { examCommands } from '../support/exam-commands.ts'
import { attemptsAllowed, createModel, expectSame, minute, paperMinutes, windowMinutes } from '../support/exam-model.ts'
import { buildExam, oneOfEach } from '../support/exam-steps.ts'
import { addLastingLearners } from '../support/order-world.ts'

const isFull = process.env.PROOF === 'full'
// MACHINE_RUNS: another number of stories; MACHINE_SEED: those of a run that failed.
const numRuns = Number(process.env.MACHINE_RUNS ?? (isFull ? 10_000 : 200))
const seed = Number(process.env.MACHINE_SEED ?? Date.now() % 2 ** 31)
const backend = patientBackendOfFile({ SESSION_IDLE_DAYS: '3650' })

const storiesEach = 50
const single = oneOfEach.filter(({ kind }) => kind === QuestionKind.single)
const questions = [...single, ...single, ...oneOfEach.filter(({ kind }) => kind === QuestionKind.shortAnswer)]

test(
  `whatever happens (${numRuns} stories), an attempt goes its way once`,
  async () => {
    // nobody takes thousands of exams: limits count each of these by itself
    const learners = await addLastingLearners(backend.database, testNow, Math.ceil(numRuns / storiesEach))
    const office = await buildStaff(backend, 'education')
    process.stdout.write(`exams: ${numRuns} stories, MACHINE_SEED=${seed}\n`)
    const edges = new Map<string, number>()
    let told = 0
    await fc.assert(
      fc.asyncProperty(fc.commands(examCommands, { maxCommands: 20, size: 'max' }), async (steps) => {
        const one = learners[Math.floor(told / storiesEach) % learners.length]
        if (!one) throw new Error('Nobody is left to take an exam.')
        const learner = { ...one, phone: '' }
        told += 1
        if (isFull && told % 500 === 0) process.stdout.write(`${told} stories\n`)
        backend.clock.set(testNow)
        const exam = await buildExam(backend, {
          durationMin: paperMinutes,
          endAt: testNow + windowMinutes * minute,
          attemptsAllowed,
          questions,
        })
        const world = { backend, learner, office, exam }
        const model = createModel()
        try {
          await fc.asyncModelRun(() => ({ model, real: world }), steps)
          await expectSame(world, model)
          expect(model.attempts.length).toBeLessThanOrEqual(attemptsAllowed)
        } finally {
          for (const edge of model.attempts.flatMap(({ edges: gone }) => [...gone]))
            edges.set(edge, (edges.get(edge) ?? 0) + 1)
          await backend.db.deleteFrom('examAttempts').where('examAttempts.paperId', '=', exam.id).execute()
          await backend.db.deleteFrom('mistakes').where('mistakes.userId', '=', learner.userId).execute()
        }
      }),
      { seed, numRuns, endOnFailure: process.env.MACHINE_END === '1' },
    )
    // there is no other way, and in so many stories each is gone; marking again is rarer
    expect(['0>1', '1>2', '1>3', '2>3', '3>3']).toEqual(expect.arrayContaining([...edges.keys()]))
    if (numRuns >= 100) expect([...edges.keys()]).toEqual(expect.arrayContaining(['0>1', '1>2', '1>3', '2>3']))
    if (isFull) process.stdout.write(`exams: ${told} stories, edges ${JSON.stringify([...edges])}\n`)
  },
  isFull ? 14_400_000 : 180_000,
)
