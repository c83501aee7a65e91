import type { Api, CallInput, CallOutput } from '#shared/contract/calls.ts'
import { ReviewMode } from '#shared/contract/enums.ts'
import { type Learner, registerLearner } from './backend-accounts.ts'
import type { TestBackend } from './backend-harness.ts'
import { uploadFile } from './backend-uploads.ts'
import { buildPlate, buildPost } from './forum-factories.ts'
import { makePicture } from './upload-samples.ts'

/** A plate that shows at once what is written, or one that looks at everything first. */
export const openPlate = (backend: TestBackend): Promise<number> => buildPlate(backend, { reviewMode: ReviewMode.none })
export const watchedPlate = (backend: TestBackend): Promise<number> =>
  buildPlate(backend, { reviewMode: ReviewMode.all })

type Sent = CallOutput<'POST /api/post/add'>

/** Somebody who writes, as often as the test wants. */
export interface Writer extends Learner {
  readonly api: Api
  post(plateId: number, values?: Partial<CallInput<'POST /api/post/add'>>): Promise<Sent>
  edit(input: CallInput<'POST /api/post/update'>): Promise<Sent>
  reply(
    postId: number,
    content: string,
    values?: Partial<CallInput<'POST /api/post/comment/add-comment'>>,
  ): Promise<Sent>
}

let count = 0

/** A new account that isn't slowed down. */
export async function buildWriter(backend: TestBackend, nickname?: string): Promise<Writer> {
  const learner = await registerLearner(backend, nickname === undefined ? {} : { nickname })
  const api = backend.as(learner.cookie)
  const key = String(learner.userId)
  const { limits } = backend.context
  return {
    ...learner,
    api,
    async post(plateId, values = {}) {
      await limits.clear('forumPost', key)
      await limits.clear('forumPostNewcomer', key)
      count += 1
      const post = { title: `第一次画窗台 ${count}`, content: `<p>画了四遍，光还是不对（${count}）。</p>` }
      return api.call('POST /api/post/add', { ...post, categoryId: plateId, ...values })
    },
    async edit(input) {
      await limits.clear('forumEdit', key)
      return api.call('POST /api/post/update', input)
    },
    async reply(postId, content, values = {}) {
      await limits.clear('forumReply', key)
      return api.call('POST /api/post/comment/add-comment', { postId, content, ...values })
    },
  }
}

/** A picture that somebody has sent; answers its address. */
export async function sendPicture(backend: TestBackend, { cookie }: Learner, name = '窗台.png'): Promise<string> {
  return uploadFile(backend, cookie, { name, bytes: await makePicture().png().toBuffer() })
}

/** A published post of somebody in a plate that shows at once. */
export async function buildThread(
  backend: TestBackend,
): Promise<{ plateId: number; postId: number; authorId: number }> {
  const plateId = await openPlate(backend)
  const { userId: authorId } = await registerLearner(backend)
  return { plateId, postId: await buildPost(backend, plateId, { userId: authorId }), authorId }
}
