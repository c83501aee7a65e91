import { callQuery } from '#client/features/common/call-query.ts'
import { mineInput, pathInput } from '#client/features/my-course/path-choice.ts'
import { definePage } from '#client/pages/define-page.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'

/** A learner's class system, stage by stage; `id` names one of several. */
export const learningPath = definePage('learning-path', {
  path: '/user/sysClass',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api, search }) => {
    const input = pathInput(search)
    if (input === undefined) throw pageNotFound()
    return {
      critical: [
        userQuery(api),
        callQuery(api, 'GET /api/classSystem/myself-classSystem-detail', input),
        callQuery(api, 'GET /api/classSystem/myself-classSystem', mineInput),
      ],
    }
  },
  head: () => ({
    title: '学习路径',
    description: '系统班一个阶段一个阶段学到哪里。',
    canonical: '/user/sysClass',
    noindex: true,
  }),
  component: () => import('#client/pages/study/learning-path.tsx').then((m) => m.LearningPathPage),
})
