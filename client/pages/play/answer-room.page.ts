import { definePage } from '#client/pages/define-page.ts'
import { readRoomId } from '#client/pages/play/room-id.ts'
import { roomHead } from '#client/pages/play/room-input.ts'

/** A room for questions; some ask for a password. */
export const answerRoom = definePage('answer-room', {
  path: '/solutionRoom/:id',
  where: { id: /\d+/ },
  layout: 'viewPlay',
  access: 'user',
  cache: 'never',
  settle: ({ params }) => void readRoomId(params),
  head: ({ params }) => roomHead('答疑室', `/solutionRoom/${params.id}`),
  component: () => import('#client/pages/play/answer-room.tsx').then((m) => m.AnswerRoom),
})
