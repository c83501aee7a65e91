import { describe, expect, test } from 'vitest'
import { DecisionAct, ForumTarget, PostStatus } from '#shared/contract/enums.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { buildPlate, buildPost } from '../support/forum-factories.ts'
import { buildReviewer } from '../support/forum-process-steps.ts'

async function decideOne(backend: ReturnType<typeof backendOfFile>): Promise<void> {
  const author = await addSignedIn(backend)
  const post = { userId: author.userId, status: PostStatus.pending, publishedAt: null }
  const id = await buildPost(backend, await buildPlate(backend), post)
  const reviewer = await buildReviewer(backend)
  await reviewer.decide(ForumTarget.post, id, DecisionAct.approve)
}

describe('where decisions can’t be taken back', () => {
  const backend = backendOfFile({ FORUM_TELL_SECONDS: '0' })

  test('they are told at once', async () => {
    await decideOne(backend)
    expect(backend.woken).toContain('forum.clock')
  })
})

describe('where they can be taken back', () => {
  const backend = backendOfFile()

  test('they are told by the clock', async () => {
    await decideOne(backend)
    expect(backend.woken).not.toContain('forum.clock')
  })
})
