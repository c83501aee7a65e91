import { useApp } from '#client/features/common/app-context.ts'
import { useChat } from '#client/features/room/room-context.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import type { SystemMessage } from '#shared/contract/enums.ts'
import { sendSystemNotify } from '#client/features/room/chat-queries.ts'
import type { SystemContent } from '#shared/contract/im-fields.ts'

/** Shows or changes something for everybody in the room; answers whether it worked. */
export function useNotify(): [
  busy: boolean,
  notify: (type: SystemMessage, payload: SystemContent, doneText: string) => Promise<boolean>,
] {
  const { api } = useApp()
  const groupId = useChat((chat) => chat.groupId) ?? ''
  const [busy, act] = useRoomAction()
  return [
    busy,
    (type, payload, doneText) =>
      act(() => sendSystemNotify(api, { groupId, type, payload: JSON.stringify(payload) }), doneText),
  ]
}
