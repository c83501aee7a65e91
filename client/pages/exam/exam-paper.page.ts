import { callQuery } from '#client/features/common/call-query.ts'
import { examListHref, readPaperChoice } from '#client/features/exam/exam-href.ts'
import { definePage } from '#client/pages/define-page.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { pageMoved } from '#client/pages/page-outcome.ts'

/** One exam: before it, while it is taken, and its result; for who may mark it, somebody's attempt. Without a number: the list. */
export const examPaper = definePage('exam-paper', {
  path: '/exam/:id?',
  where: { id: /\d{1,15}/ },
  layout: 'default',
  access: 'user',
  cache: 'never',
  parse: ({ params, search }) => {
    const choice = readPaperChoice(params.id, search)
    if (!choice) throw pageMoved(examListHref(), 302)
    return choice
  },
  data: ({ api, choice: { id, result, mark } }) => ({
    critical: [
      userQuery(api),
      mark !== undefined
        ? callQuery(api, 'GET /api/teach/exam/attempt', { id: mark })
        : result
          ? callQuery(api, 'GET /api/exam/result', { id, attemptNo: result.attemptNo })
          : callQuery(api, 'GET /api/exam/detail', { id }),
    ],
  }),
  head: ({ api, choice: { id, result, mark }, read }) => {
    const title =
      mark !== undefined
        ? read(callQuery(api, 'GET /api/teach/exam/attempt', { id: mark }))?.title
        : result
          ? read(callQuery(api, 'GET /api/exam/result', { id, attemptNo: result.attemptNo }))?.title
          : read(callQuery(api, 'GET /api/exam/detail', { id }))?.title
    return {
      title: title === undefined ? '考试' : mark !== undefined ? `批阅：${title}` : result ? `成绩：${title}` : title,
      description: '考试',
      canonical: `/exam/${id}`,
      noindex: true,
    }
  },
  component: () => import('#client/pages/exam/exam-paper.tsx').then((m) => m.ExamPaper),
})
