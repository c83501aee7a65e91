import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { patientBackendOfFile } from '../support/backend-of-file.ts'
import { hold, untilWaiting } from '../support/held-rows.ts'
import { wallSteps } from '../support/wall-steps.ts'

const backend = patientBackendOfFile()
const { buildExcellent, consent, detail, publish, workOf } = wallSteps(backend)

describe.skipIf(!process.env.TEST_DATABASE_URL)('in the middle of publishing', () => {
  test('consent that is taken back takes down what comes out', async () => {
    const work = await buildExcellent()
    const { userId } = work.learner
    await consent(work, true)
    const { id = 0 } = (await workOf(work)) ?? {}
    // the public copy of the photo can't be noted yet: it belongs to its learner
    const held = await hold(backend, (trx) => sql`select 1 from users where id = ${userId} for update`.execute(trx))
    const publishing = publish(id)
    await untilWaiting(backend, 1)
    const taking = consent(work, false)
    await untilWaiting(backend, 2)
    await held.release()
    await Promise.all([publishing, taking])
    await backend.runJob('uploads.purge')
    const copies = backend.db.selectFrom('uploads').select('objectKey').where('userId', '=', userId)
    const { objectKey } = await copies.where('copyOf', 'is not', null).executeTakeFirstOrThrow()
    expect(await backend.context.storage.exists(objectKey)).toBe(false)
    await expect(detail(id)).rejects.toMatchObject({ code: 410 })
    expect(backend.purges.orders).toContainEqual({ tag: `work:${id}`, hard: true })
  })
})
