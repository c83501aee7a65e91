import type { PageQuery } from '#client/features/common/call-query.ts'
import { definePage } from '#client/pages/define-page.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import { readRoomId } from '#client/pages/play/room-id.ts'
import { roomHead } from '#client/pages/play/room-input.ts'
import type { Api } from '#shared/contract/calls.ts'
import { answerLobbyQuery } from '#client/features/play/answer-room-queries.ts'
import type { AnswerLobby } from '#shared/contract/room-entry.ts'

function lobbyQuery(api: Api, params: { id?: string }): PageQuery<AnswerLobby | null> {
  return answerLobbyQuery(api, readRoomId(params))
}

/** A room for questions; some ask for a password. */
export const answerRoom = definePage('answer-room', {
  path: '/solutionRoom/:id',
  where: { id: /\d+/ },
  layout: 'viewPlay',
  access: 'user',
  isShownToVisitors: true,
  cache: 'never',
  data: ({ api, params }) => ({ critical: [lobbyQuery(api, params)] }),
  settle({ api, params, read }) {
    if (!read(lobbyQuery(api, params))) throw pageNotFound('没有找到这间答疑室')
  },
  head({ api, params, read }) {
    const lobby = read(lobbyQuery(api, params))
    return {
      ...roomHead(lobby?.title ?? '答疑室', `/solutionRoom/${params.id}`),
      description: '答疑室：带着问题来，排队，轮到你时老师当场回答。',
    }
  },
  component: () => import('#client/pages/play/answer-room.tsx').then((m) => m.AnswerRoom),
})
