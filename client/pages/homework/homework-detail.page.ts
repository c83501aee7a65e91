import { callQuery } from '#client/features/common/call-query.ts'
import { homeworkQuery } from '#client/features/homework/homework-inputs.ts'
import { definePage } from '#client/pages/define-page.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { chooserInput, readWhich } from '#client/pages/homework/homework-inputs.ts'

/** One homework: what is asked, the sheet, what came back; for who may correct it, the way to do so. */
export const homeworkDetail = definePage('homework-detail', {
  path: '/homework/detail/:id?',
  where: { id: /\d{1,15}/ },
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api, params, search }) => {
    const which = readWhich({ params, search })
    return {
      critical: [
        userQuery(api),
        which ? homeworkQuery(api, which) : callQuery(api, 'GET /api/user/homework/list', chooserInput),
      ],
    }
  },
  head: ({ api, params, search, read }) => {
    const which = readWhich({ params, search })
    const homework = which && read(homeworkQuery(api, which))
    return {
      title: homework ? `作业：${homework.title}` : '交作业',
      description: '我的作业',
      canonical: params.id ? `/homework/detail/${params.id}` : '/homework/detail',
      noindex: true,
    }
  },
  component: () => import('#client/pages/homework/homework-detail.tsx').then((m) => m.HomeworkDetail),
})
