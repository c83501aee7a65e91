import { callQuery } from '#client/features/common/call-query.ts'
import { plateHref } from '#client/features/forum/forum-address.ts'
import { forumListHref, forumListInput, forumQuery, readForumChoice } from '#client/pages/forum/forum-choice.ts'
import { forumCrumbs, forumFillers, postItems } from '#client/pages/forum/forum-head.ts'
import { descriptionOf, pageSuffix } from '#client/pages/catalogue-head.ts'
import { breadcrumbLd, itemListLd } from '#client/pages/catalogue-json-ld.ts'
import { readDetailId } from '#client/pages/catalogue-paths.ts'
import { forumPolicy, tagged } from '#client/pages/catalogue-policy.ts'
import { definePage } from '#client/pages/define-page.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'

export const forumPlatePage = definePage('forum-plate', {
  path: '/bbs/plate/:id',
  where: { id: /\d+/ },
  layout: 'base',
  cache: tagged(forumPolicy, ({ id }) => [tagOf('plate', id), tagOfAll('common')], forumQuery),
  sitemap: async ({ api }) =>
    (await api.call('GET /api/post/category-list', {})).map(({ id }) => ({ path: plateHref(id) })),
  data: ({ api, params, search }) => {
    const id = readDetailId(params.id, '/bbs/plate')
    const choice = readForumChoice(plateHref(id), search)
    return {
      critical: [
        callQuery(api, 'GET /api/post/category-detail', { id }),
        callQuery(api, 'GET /api/post/list', forumListInput(choice, id)),
        callQuery(api, 'GET /api/post/summary', { categoryId: id }),
      ],
      deferred: [callQuery(api, 'GET /api/post/essence-post-list', { categoryId: id, size: 6 })],
    }
  },
  settle: ({ api, params, search, read }) => {
    const id = Number(params.id)
    const choice = readForumChoice(plateHref(id), search)
    const list = read(callQuery(api, 'GET /api/post/list', forumListInput(choice, id)))
    if (list && choice.page > Math.max(1, list.pages)) throw pageNotFound()
  },
  head: ({ api, params, search, read }) => {
    const id = Number(params.id)
    const choice = readForumChoice(plateHref(id), search)
    const plate = read(callQuery(api, 'GET /api/post/category-detail', { id }))
    const list = read(callQuery(api, 'GET /api/post/list', forumListInput(choice, id)))
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
      jsonLd: [
        itemListLd(name, postItems(list?.records ?? [])),
        breadcrumbLd([...forumCrumbs, { text: name, href: plateHref(id) }]),
      ],
    }
  },
  component: () => import('#client/pages/forum/forum-plate.tsx').then((m) => m.ForumPlate),
})
