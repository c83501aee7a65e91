import { plateHref } from '#client/features/forum/forum-address.ts'
import { essenceQuery, forumFiguresQuery, plateQuery, postListQuery } from '#client/features/forum/forum-queries.ts'
import { descriptionOf, pageSuffix } from '#client/pages/catalogue-head.ts'
import { forumPolicy, tagged } from '#client/pages/cache-times.ts'
import { definePage } from '#client/pages/define-page.ts'
import { forumListHref, forumListInput, forumQuery, readPlate } from '#client/pages/forum/forum-choice.ts'
import { forumFillers } from '#client/pages/forum/forum-head.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'

export const forumPlatePage = definePage('forum-plate', {
  path: '/bbs/plate/:id',
  where: { id: /\d+/ },
  layout: 'base',
  cache: tagged(forumPolicy, ({ id }) => [tagOf('plate', id), tagOfAll('common')], forumQuery),
  sitemap: async ({ api }) =>
    (await api.call('GET /api/post/category-list', {})).map(({ id }) => ({ path: plateHref(id) })),
  parse: readPlate,
  data: ({ api, choice }) => ({
    critical: [
      plateQuery(api, choice.id),
      postListQuery(api, forumListInput(choice, choice.id)),
      forumFiguresQuery(api, { categoryId: choice.id }),
    ],
    deferred: [essenceQuery(api, { categoryId: choice.id, size: 6 })],
  }),
  settle: ({ api, choice, read }) => {
    const list = read(postListQuery(api, forumListInput(choice, choice.id)))
    if (list && choice.page > Math.max(1, list.pages)) throw pageNotFound()
  },
  head: ({ api, choice, read }) => {
    const { id } = choice
    const plate = read(plateQuery(api, id))
    const list = read(postListQuery(api, forumListInput(choice, id)))
    const name = plate?.name ?? '版块'
    const suffix = pageSuffix(choice.page)
    return {
      title: `${name}${suffix}`,
      description: descriptionOf(
        [plate?.description ?? '', `${name}版块共 ${list?.total ?? 0} 篇帖子${suffix}。`],
        forumFillers,
      ),
      canonical: forumListHref(plateHref(id), { ...choice, sort: 'active' }, choice.page),
      card: plate && {
        name: `forum-plate-${id}`,
        kind: '社区版块',
        title: name,
        byline: plate.description,
        ground: 'paper',
      },
    }
  },
  component: () => import('#client/pages/forum/forum-plate.tsx').then((m) => m.ForumPlate),
})
