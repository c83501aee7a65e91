import fc from 'fast-check'
import { test } from 'vitest'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { forumCommands, openingSteps } from '../support/forum-commands.ts'
import { buildPlate } from '../support/forum-factories.ts'
import { emptyModel, expectSame } from '../support/forum-model.ts'
import { buildReviewer } from '../support/forum-process-steps.ts'
import { addLastingLearners } from '../support/order-world.ts'

const isFull = process.env.PROOF === 'full'
// MACHINE_RUNS: another number of stories; MACHINE_SEED: those of a run that failed.
const numRuns = Number(process.env.MACHINE_RUNS ?? (isFull ? 10_000 : 200))
const seed = Number(process.env.MACHINE_SEED ?? Date.now() % 2 ** 31)
const backend = backendOfFile({ SESSION_IDLE_DAYS: '3650' })

test(
  `whatever happens (${numRuns} stories), everybody is treated fairly`,
  async () => {
    const [office, other] = [await buildReviewer(backend), await buildReviewer(backend)]
    await backend.db
      .updateTable('sessions')
      .set({ expiresAt: new Date('2900-01-01') })
      .execute()
    let told = 0
    const stories = fc.commands(forumCommands, { maxCommands: 24, size: 'max' })
    await fc.assert(
      fc.asyncProperty(fc.boolean(), stories, async (isBegun, steps) => {
        told += 1
        if (isFull && told % 500 === 0) process.stdout.write(`${told} stories\n`)
        backend.clock.set(testNow)
        const [author, reporter] = await addLastingLearners(backend.database, testNow, 2)
        if (!author || !reporter) throw new Error('Nobody is left to write.')
        const plateId = await buildPlate(backend)
        // who writes has a phone of their own
        await backend.db.updateTable('users').set({ phoneIsReal: true }).where('users.id', '=', author.userId).execute()
        const world = { backend, author, reporter, office, other, plateId }
        const model = emptyModel()
        for (const step of isBegun ? openingSteps : []) await step.run(model, world)
        await fc.asyncModelRun(() => ({ model, real: world }), steps)
        await expectSame(world, model)
      }),
      { seed, numRuns, endOnFailure: process.env.MACHINE_END === '1' },
    )
  },
  isFull ? 14_400_000 : 300_000,
)
