import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import type { Pendant } from '#client/features/room/room-bar.tsx'
import { RoomContext, type RoomValue, useChat, useRoom } from '#client/features/room/room-context.ts'
import { StreamKey } from '#client/features/room/stream-key.tsx'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { TextArea, TextField } from '#client/ui/field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { SystemMessage } from '#shared/contract/enums.ts'
import type { SystemContent } from '#shared/contract/im-fields.ts'
import css from './room-dialog.module.css'

type Config = CallOutput<'GET /api/live-info/manage-config'>
type Notify = (type: SystemMessage, payload: SystemContent, doneText: string) => Promise<boolean>

function useNotify(): [busy: boolean, notify: Notify] {
  const { api } = useApp()
  const groupId = useChat((chat) => chat.groupId) ?? ''
  const [busy, act] = useRoomAction()
  return [busy, (type, payload, doneText) => act(() => api.call('GET /api/im/send-system-notify', { groupId, type, payload: JSON.stringify(payload) }), doneText)]
}

function NoticeForm({ notice, notify }: { notice: string | null; notify: Notify }): ReactNode {
  const [text, setText] = useState(notice ?? '')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void notify(SystemMessage.notice, { notice: text.trim() || null }, text.trim() ? '公告已更新' : '公告已撤下')
      }}
    >
      <TextArea label="公告" rows={2} maxLength={500} value={text} onChange={setText} />
      <Button tone="secondary" size="s" type="submit">
        更新公告
      </Button>
    </form>
  )
}

function Pushes({ config, notify }: { config: Config; notify: Notify }): ReactNode {
  return (
    <section className={css.part}>
      <h3>推送</h3>
      <ul className={css.pushes}>
        {config.pushes.map((push) => (
          <li key={`${push.kind}-${push.refId}`}>
            <span className="one grow">{push.title}</span>
            <Button
              tone="quiet"
              size="s"
              aria-label={`推送${push.title}`}
              onClick={() => void (push.kind === 'evaluate' ? notify(SystemMessage.evaluate, {}, '已请大家评价') : notify(SystemMessage.push, { push: { ...push, url: null } }, '已推送'))}
            >
              推送
            </Button>
            {push.kind === 'evaluate' ? null : (
              <Button
                tone="text"
                size="s"
                aria-label={`挂出${push.title}`}
                onClick={() => void notify(SystemMessage.pendant, { pendant: { type: push.kind, title: push.title, img: null, url: null, refId: push.refId } }, '已挂出')}
              >
                挂出
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function LinkPendant({ pendants, notify }: { pendants: readonly Pendant[]; notify: Notify }): ReactNode {
  const [title, setTitle] = useState('')
  const [url, setUrl] = useState('')
  return (
    <section className={css.part}>
      <h3>挂件</h3>
      {pendants.map((pendant) => (
        <p key={pendant.type} className={css.hanging}>
          <span className="one grow">{pendant.title}</span>
          <Button tone="text" size="s" aria-label={`取下${pendant.title}`} onClick={() => void notify(SystemMessage.pendant, { removedPendant: pendant.type }, '已取下')}>
            取下
          </Button>
        </p>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void notify(SystemMessage.pendant, { pendant: { type: 'link', title: title.trim(), img: null, url: url.trim(), refId: null } }, '已挂出')
        }}
      >
        <TextField label="链接的名字" value={title} maxLength={40} onChange={setTitle} />
        <TextField label="链接地址" value={url} placeholder="/ 开头，或 https 地址" onChange={setUrl} />
        <Button tone="secondary" size="s" type="submit" disabled={!title.trim() || !url.trim()}>
          挂出链接
        </Button>
      </form>
    </section>
  )
}

function StopPart({ type, notify }: { type: SystemMessage; notify: Notify }): ReactNode {
  const [asks, setAsks] = useState(false)
  return (
    <section className={css.part}>
      <h3>下课</h3>
      {asks ? (
        <p className={css.ways}>
          <span>结束后学员不能再发言</span>
          <Button tone="primary" size="s" onClick={() => void notify(type, {}, '已下课')}>
            确定下课
          </Button>
          <Button tone="quiet" size="s" onClick={() => setAsks(false)}>
            再上一会儿
          </Button>
        </p>
      ) : (
        <Button tone="quiet" size="s" onClick={() => setAsks(true)}>
          结束这节课
        </Button>
      )}
    </section>
  )
}

interface StaffDialogProps {
  notice: string | null
  pendants: readonly Pendant[]
  /** liveStop of a live class, aiLive of a film on the clock. */
  stopType: SystemMessage
  onClose: () => void
}

/** What teachers and assistants do with the whole room. */
export function StaffDialog({ room, ...props }: StaffDialogProps & { room: RoomValue }): ReactNode {
  return (
    <RoomContext.Provider value={room}>
      <Management {...props} />
    </RoomContext.Provider>
  )
}

function Management({ notice, pendants, stopType, onClose }: StaffDialogProps): ReactNode {
  const { api } = useApp()
  const { periodId, scheduleId } = useRoom()
  const groupId = useChat((chat) => chat.groupId)
  const roomId = Number(/\d+$/.exec(groupId ?? '')?.[0]) || undefined
  const where = periodId === undefined ? { roomId } : { periodId, scheduleId }
  const { data: config, isError, refetch } = useQuery({ ...callQuery(api, 'GET /api/live-info/manage-config', where), staleTime: 0 })
  const [, notify] = useNotify()
  return (
    <Dialog title="管理课堂" onClose={onClose}>
      {config ? (
        <>
          <NoticeForm notice={notice} notify={notify} />
          {config.canPush ? <Pushes config={config} notify={notify} /> : null}
          {config.canPush ? <LinkPendant pendants={pendants} notify={notify} /> : null}
          {config.stream ? <StreamKey stream={config.stream} /> : null}
          <StopPart type={stopType} notify={notify} />
        </>
      ) : isError ? (
        <ErrorBlock onRetry={() => void refetch()} />
      ) : (
        <Skeleton kind="lines" count={6} />
      )}
    </Dialog>
  )
}
