import { type ReactNode, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import css from './room-dialog.module.css'

type Stream = NonNullable<CallOutput<'GET /api/live-info/manage-config'>['stream']>

/** Where a teacher's programme sends the picture; the key is shown only when it is asked for. */
export function StreamKey({ stream }: { stream: Stream }): ReactNode {
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
      <h3>推流 {stream.isOn ? <Tag tone="got">已连上</Tag> : <Tag tone="wait">还没连上</Tag>}</h3>
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
