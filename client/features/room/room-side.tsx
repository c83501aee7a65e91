import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ChatPanel } from '#client/features/room/chat-panel.tsx'
import { MemberPanel } from '#client/features/room/member-panel.tsx'
import { useChat } from '#client/features/room/room-context.ts'
import { TabPanels } from '#client/ui/tab-panels.tsx'
import { countText } from '#shared/rules/number-text.ts'
import css from './room-side.module.css'

/** Whether something is new that isn't being looked at, for five seconds. */
function useFlash(value: number | string | undefined, isShown: boolean): boolean {
  const [flashes, setFlashes] = useState(false)
  const last = useRef(value)
  useEffect(() => {
    // Whoever has looked has seen it: it doesn't go on flashing afterwards.
    if (isShown) setFlashes(false)
    if (last.current === value) return
    const isFirst = last.current === undefined || last.current === 0
    last.current = value
    if (!isShown && !isFirst) setFlashes(true)
  }, [value, isShown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value flashes for as long again
  useEffect(() => {
    if (!flashes) return undefined
    const timer = setTimeout(() => setFlashes(false), 5000)
    return () => clearTimeout(timer)
  }, [flashes, value])
  return flashes && !isShown
}

/** Beside a room that is looked into by a link: it has neither chat nor members. */
export function LinkSide({ notice }: { notice: string | null }): ReactNode {
  return (
    <>
      <p className={css.notice}>{notice || '老师还没有写公告'}</p>
      <p className={`${css.notice} s13 muted`}>用链接看预览没有聊天和成员</p>
    </>
  )
}

/** What the teacher says to the room, and the class to its learners. */
function Notices({ notice, classNotice }: { notice: string | null; classNotice: ReactNode }): ReactNode {
  return (
    <>
      <p className={css.notice}>{notice || '老师还没有写公告'}</p>
      {classNotice}
    </>
  )
}

/** Chat, members and notice beside the picture; below it on a phone. */
export function RoomSide({
  notice,
  classNotice,
  headCount,
  chat,
  notes,
  notesAsked = 0,
}: {
  notice: string | null
  classNotice: ReactNode
  headCount: number | undefined
  chat: ReactNode
  /** The learner's own notes; told whether they are looked at. */
  notes?: ((isShown: boolean) => ReactNode) | undefined
  /** Goes up when a note is begun: they come to the front. */
  notesAsked?: number | undefined
}): ReactNode {
  const [tab, setTab] = useState<'chat' | 'members' | 'notice' | 'notes'>('chat')
  useEffect(() => {
    if (notesAsked > 0) setTab('notes')
  }, [notesAsked])
  const lastSeq = useChat((chat) => chat.messages.at(-1)?.seq ?? 0)
  const hasNewChat = useFlash(lastSeq, tab === 'chat')
  const hasNewNotice = useFlash(notice ?? '', tab === 'notice')
  return (
    <TabPanels
      label="教室"
      current={tab}
      onChange={setTab}
      fills
      tabs={[
        { name: 'chat' as const, text: '聊天', mark: hasNewChat ? css.flash : undefined, panel: chat ?? <ChatPanel /> },
        {
          name: 'members' as const,
          text: headCount === undefined ? '成员' : `成员 ${countText(headCount)}`,
          panel: <MemberPanel isShown={tab === 'members'} />,
        },
        {
          name: 'notice' as const,
          text: '公告',
          mark: hasNewNotice ? css.flash : undefined,
          isText: true,
          panel: <Notices notice={notice} classNotice={classNotice} />,
        },
        ...(notes ? [{ name: 'notes' as const, text: '笔记', panel: notes(tab === 'notes') }] : []),
      ]}
    />
  )
}
