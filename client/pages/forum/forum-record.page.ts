import { ownDecisionQuery, ownDecisionsQuery, ownReportsQuery } from '#client/features/forum/process-queries.ts'
import { definePage } from '#client/pages/define-page.ts'
import { readRecordChoice } from '#client/pages/forum/forum-record-choice.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'

/** How the learner was treated in the forum: decisions about them, and what they reported. */
export const forumRecordPage = definePage('forum-record', {
  path: '/bbs/record',
  layout: 'base',
  access: 'user',
  cache: 'never',
  parse: ({ search }) => readRecordChoice(search),
  data: ({ api, choice: { tab, page, id } }) => ({
    critical: [
      userQuery(api),
      tab === 'report' ? ownReportsQuery(api, page) : ownDecisionsQuery(api, page),
      ...(id === undefined ? [] : [ownDecisionQuery(api, id)]),
    ],
  }),
  settle: ({ api, choice: { tab, page }, read }) => {
    const query = tab === 'report' ? ownReportsQuery(api, page) : ownDecisionsQuery(api, page)
    const list = read<{ pages: number }>(query)
    if (list && page > Math.max(1, list.pages)) throw pageNotFound()
  },
  head: () => ({
    title: '我的处理记录',
    description: '社区对你的帖子和回复作过的处理、申诉的答复和举报的结果。',
    canonical: '/bbs/record',
    noindex: true,
  }),
  component: () => import('#client/pages/forum/forum-record.tsx').then((m) => m.ForumRecord),
})
