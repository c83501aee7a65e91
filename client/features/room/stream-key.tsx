import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { StreamFigures } from '#client/features/room/stream-figures.tsx'
import { Button } from '#client/ui/button.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallInput, CallOutput } from '#shared/contract/calls.ts'
import { streamStateQuery } from '#client/features/room/room-queries.ts'
import css from './room-dialog.module.css'

type Stream = NonNullable<CallOutput<'GET /api/live-info/manage-config'>['stream']>

/** As often as the stream tells of itself. */
const lookMs = 5000

interface StreamKeyProps {
  stream: Stream
  /** The room. */
  where: CallInput<'GET /api/live-info/stream-state'>
}

/** Where a teacher's programme sends the picture, and what comes; the key is shown only when it is asked for. */
export function StreamKey({ stream, where }: StreamKeyProps): ReactNode {
  const { api } = useApp()
  const { data } = useQuery({
    ...streamStateQuery(api, where),
    staleTime: 0,
    refetchInterval: lookMs,
  })
  const isOn = data?.isOn ?? stream.isOn
  const [shown, setShown] = useState(false)
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      toast('已复制')
    } catch {
      setShown(true)
    }
  }
  return (
    <section className={css.part}>
      <h3>推流 {isOn ? <Tag tone="got">已连上</Tag> : <Tag tone="wait">还没连上</Tag>}</h3>
      {isOn && data ? <StreamFigures figures={data.figures} /> : null}
      <p className={css.hanging}>
        <code className="one grow">{stream.server}</code>
        <Button tone="text" size="s" aria-label="复制推流服务器" onClick={() => void copy(stream.server)}>
          复制
        </Button>
      </p>
      <p className={css.hanging}>
        <code className="one grow">{shown ? stream.key : '推流码已隐藏'}</code>
        <Button tone="text" size="s" aria-label={shown ? '隐藏推流码' : '显示推流码'} onClick={() => setShown(!shown)}>
          {shown ? '隐藏' : '显示'}
        </Button>
        <Button tone="text" size="s" aria-label="复制推流码" onClick={() => void copy(stream.key)}>
          复制
        </Button>
      </p>
    </section>
  )
}
