import { callQuery } from '#client/features/common/call-query.ts'
import { readHomeworkChoice } from '#client/features/homework/homework-choice.ts'
import { listInput, queueInput } from '#client/features/homework/homework-inputs.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { definePage } from '#client/pages/define-page.ts'

/** A learner's homework by its state; for the staff of classes also what is theirs to correct. */
export const homeworkList = definePage('homework-list', {
  path: '/user/homework',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api, search }) => {
    const choice = readHomeworkChoice(search)
    return {
      critical: [
        userQuery(api),
        choice.queue === undefined
          ? callQuery(api, 'GET /api/user/homework/list', listInput(choice))
          : callQuery(api, 'GET /api/teach/homework/queue', queueInput(choice)),
      ],
    }
  },
  head: () => ({
    title: '我的作业',
    description: '我的作业',
    canonical: '/user/homework',
    noindex: true,
  }),
  component: () => import('#client/pages/homework/homework-list.tsx').then((m) => m.HomeworkList),
})
