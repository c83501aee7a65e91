import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { calendarAnchor } from '#client/features/calendar/calendar-anchor.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { CopyLink } from '#client/features/common/copy-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CalendarState } from '#shared/contract/calendar.ts'
import { momentText } from '#shared/rules/number-text.ts'
import css from './calendar-panel.module.css'

/** The address as it was made: the one time that it is shown. */
function Made({ path }: { path: string }): ReactNode {
  const { origin } = useApp().env
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => field.current?.select(), [])
  return (
    <div className={css.made}>
      <label htmlFor={id} className={css.label}>
        订阅地址（只显示这一次）
      </label>
      <input
        ref={field}
        id={id}
        className={css.address}
        readOnly
        value={origin + path}
        aria-describedby={`${id}-hint`}
      />
      <p id={`${id}-hint`} className="s13 muted">
        在手机或电脑的日历里选“添加订阅日历”，粘贴这个地址。谁有它谁就能看到你的课表，不要发给别人。
      </p>
      <p className={css.ways}>
        <CopyLink path={path} text="复制地址" />
        <a className="more" href={`${origin.replace(/^https?:/, 'webcal:')}${path}`}>
          用日历应用打开
        </a>
      </p>
    </div>
  )
}

function stateText({ createTime, fetchTime, fetchedBy }: CalendarState): string {
  const made = `${momentText(createTime)} 生成`
  if (fetchTime === null) return `${made}，还没有日历来取过`
  return `${made}，上次来取：${momentText(fetchTime)}${fetchedBy ? `（${fetchedBy.slice(0, 40)}）` : ''}`
}

/** What a press asks for before it is done. */
type Asked = 'renew' | 'revoke'

const questions: Readonly<Record<Asked, { text: string; sure: string }>> = {
  renew: { text: '旧地址马上失效，用它的日历要重新添加。', sure: '换新地址' },
  revoke: { text: '地址马上失效，已经添加的日历不再更新。', sure: '停用' },
}

/** What can be done with a feed that is there; each asks once more. */
function FeedWays({
  feed,
  asked,
  busy,
  onAsk,
  onSure,
}: {
  feed: CalendarState
  asked: Asked | undefined
  busy: boolean
  onAsk: (what: Asked | undefined) => void
  onSure: () => Promise<void>
}): ReactNode {
  if (asked === undefined)
    return (
      <>
        <p className="s13 muted">{stateText(feed)}</p>
        <div className={css.ways}>
          <Button tone="quiet" size="s" data-way="renew" onClick={() => onAsk('renew')}>
            换一个地址
          </Button>
          <Button tone="quiet" size="s" data-way="revoke" onClick={() => onAsk('revoke')}>
            停用
          </Button>
        </div>
      </>
    )
  return (
    <>
      <p>{questions[asked].text}</p>
      <div className={css.ways}>
        <Button tone="secondary" size="s" busy={busy} disabled={busy} data-way="sure" onClick={() => void onSure()}>
          {questions[asked].sure}
        </Button>
        <Button tone="quiet" size="s" onClick={() => onAsk(undefined)}>
          先不
        </Button>
      </div>
    </>
  )
}

/** The feed of the caller's calendar, and what can be done with it; one thing at a time. */
function useCalendarFeed(onDone: (next: string) => void) {
  const { api } = useApp()
  const queries = useQueryClient()
  const query = callQuery(api, 'GET /api/user/calendar', {})
  const { data, isError, isPending, refetch } = useQuery({ ...query, retry: false, staleTime: 0 })
  const [path, setPath] = useState<string>()
  const [asked, setAsked] = useState<Asked>()
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<string | undefined>, failed: string, next: string): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      setPath(await work())
      setAsked(undefined)
      await queries.invalidateQueries({ queryKey: query.queryKey })
      onDone(next)
    } catch {
      toast(failed, 'bad')
    } finally {
      setBusy(false)
    }
  }
  const make = (): Promise<void> =>
    act(async () => (await api.call('POST /api/user/calendar/make', {})).path, '没有生成地址，请再试一次', 'address')
  const revoke = (): Promise<void> =>
    act(
      async () => {
        await api.call('POST /api/user/calendar/revoke', {})
        return undefined
      },
      '没有停用，请再试一次',
      'make',
    )
  return { data, isError, isPending, refetch, path, asked, setAsked, busy, make, revoke }
}

/** The learner's classes and balances in their own calendar: make its address, renew it, end it. */
export function CalendarPanel(): ReactNode {
  const root = useRef<HTMLElement>(null)
  const headingId = useId()
  const focusWay = (name: string): void => {
    // after it is there
    setTimeout(() => root.current?.querySelector<HTMLElement>(`[data-way="${name}"]`)?.focus())
  }
  const { data, isError, isPending, refetch, path, asked, setAsked, busy, make, revoke } = useCalendarFeed(focusWay)
  const ask = (what: Asked | undefined): void => {
    setAsked(what)
    focusWay(what === undefined ? (asked ?? 'renew') : 'sure')
  }
  return (
    <section ref={root} id={calendarAnchor} className={css.panel} aria-labelledby={headingId}>
      <h2 id={headingId} className={css.title}>
        订阅日历
      </h2>
      <p className="muted">课程、改期、作业、考试和尾款截止会自己出现在你的日历里。</p>
      {isError ? <ErrorBlock message="订阅日历没有加载出来" onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton kind="lines" count={2} /> : null}
      {path === undefined ? null : (
        <div data-way="address" tabIndex={-1}>
          <Made key={path} path={path} />
        </div>
      )}
      {data === null ? (
        <Button tone="secondary" size="s" busy={busy} disabled={busy} data-way="make" onClick={() => void make()}>
          生成订阅地址
        </Button>
      ) : null}
      {data ? (
        <FeedWays feed={data} asked={asked} busy={busy} onAsk={ask} onSure={asked === 'renew' ? make : revoke} />
      ) : null}
    </section>
  )
}
