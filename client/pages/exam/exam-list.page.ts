import { callQuery } from '#client/features/common/call-query.ts'
import { readExamChoice } from '#client/features/exam/exam-href.ts'
import { definePage } from '#client/pages/define-page.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { countsInput, examListInput, markQueueInput, mistakeListInput } from '#client/pages/exam/exam-inputs.ts'

/** A learner's exams, those to be taken and those that are over, and the mistake book. */
export const examList = definePage('exam-list', {
  path: '/user/testPaper',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  parse: ({ search }) => readExamChoice(search),
  data: ({ api, choice }) => {
    const user = userQuery(api)
    if (choice.tab === 'open' || choice.tab === 'over')
      return { critical: [user, callQuery(api, 'GET /api/exam/list-exam', examListInput(choice))] }
    if (choice.tab === 'mark')
      return { critical: [user, callQuery(api, 'GET /api/teach/exam/queue', markQueueInput(choice))] }
    if (choice.tab === 'today') return { critical: [user, callQuery(api, 'GET /api/exam/mistake/queue', {})] }
    const list = callQuery(api, 'GET /api/exam/mistake/list', mistakeListInput(choice))
    return { critical: [user, callQuery(api, 'GET /api/exam/list-exam', countsInput), list] }
  },
  head: () => ({
    title: '我的测试',
    description: '我的测试',
    canonical: '/user/testPaper',
    noindex: true,
  }),
  component: () => import('#client/pages/exam/exam-list.tsx').then((m) => m.ExamList),
})
