import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'
import { isbot } from 'isbot'
import { refreshSearchLater } from '#server/backend/catalogue/search/index-job.ts'
import type { Handler, Handlers } from '#server/backend/http/binding.ts'
import { missing } from '#server/backend/http/missing.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { countsAsView } from '#server/backend/http/view-count.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PublishStatus } from '#shared/contract/enums.ts'
import type { workApi } from '#shared/contract/work.ts'
import { hideWorkFiles, publishWorkFiles } from './publish-files.ts'
import {
  countWorks,
  countWorkView,
  findWork,
  findWorkCards,
  findWorkNeighbours,
  listRelatedWorkIds,
  listWorkCategories,
  listWorkIds,
  listWorkMedia,
  lockWork,
  mayPublishWork,
  updateWork,
} from './work-store.ts'

const relatedShown = 8

/** Changes, publishes or hides a work; the pages that show it are made anew. */
const staffSave: Handler<typeof workApi.staffSave> = async (ctx, { id, ...change }) => {
  const work = await ctx.tx(async (trx) => {
    const old = await lockWork(trx, id)
    if (!old) throw new ApiError(Code.NotFound)
    const now = new Date(ctx.clock.now())
    if (change.status === PublishStatus.published) {
      if (!(await mayPublishWork(trx, id))) throw new ApiError(Code.Toast, '学员没有同意展示这份作业，不能发布')
      await publishWorkFiles(ctx, trx, id, now)
    } else if (change.status !== undefined) await hideWorkFiles(ctx, trx, id)
    const firstTime = change.status === PublishStatus.published && old.publishedAt === null
    await updateWork(trx, id, { ...change, updatedAt: now, ...(firstTime ? { publishedAt: now } : {}) })
    const { status, title, intro, teacherComment } = old
    const before = { status, title, intro, teacherComment }
    await ctx.acts.record(trx, { action: 'work.save', subject: 'work', subjectId: id, before, after: change })
    return old
  })
  if (work.status === PublishStatus.published || change.status === PublishStatus.published) {
    const { prev, next } = await findWorkNeighbours(ctx.db, id)
    const works = [id, prev?.id, next?.id].filter((found) => found !== undefined)
    const gone = change.status !== undefined && change.status !== PublishStatus.published
    ctx.purge(
      [tagOfAll('works'), tagOf('college', work.college), ...works.map((found) => tagOf('work', found))],
      gone ? 'hard' : 'soft',
    )
  }
  refreshSearchLater(ctx)
  return { id }
}

export const workHandlers: Handlers<typeof workApi> = {
  async list(ctx, input) {
    const [ids, total] = await Promise.all([listWorkIds(ctx.db, input, input), countWorks(ctx.db, input)])
    return toPage(await findWorkCards(ctx.db, ids), total, input)
  },

  async detail(ctx, input) {
    const work = await findWork(ctx.db, input.id)
    if (!work) throw await missing(ctx.db, 'work', input.id)
    const [media, neighbours, relatedIds] = await Promise.all([
      listWorkMedia(ctx.db, work),
      findWorkNeighbours(ctx.db, work.id),
      listRelatedWorkIds(ctx.db, work, relatedShown),
    ])
    return {
      id: work.id,
      title: work.title,
      intro: work.intro ?? '',
      authorName: work.authorName,
      coverImg: work.coverImg,
      media,
      teacherComment: work.teacherComment,
      publishDate: work.publishedAt?.getTime() ?? ctx.clock.now(),
      views: work.viewCount,
      college: { id: work.collegeId, name: work.collegeName, path: work.collegePath },
      category: { id: work.categoryId, name: work.categoryName },
      ...neighbours,
      related: await findWorkCards(ctx.db, relatedIds),
    }
  },

  async categories(ctx, input) {
    return listWorkCategories(ctx.db, input.collegeId)
  },

  async view(ctx, input) {
    if (!isbot(ctx.caller.userAgent) && (await countsAsView(ctx, 'work', input.id)))
      await countWorkView(ctx.db, input.id)
    return null
  },

  staffSave,
}
