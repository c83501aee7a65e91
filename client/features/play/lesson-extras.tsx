import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { classNoticeQuery } from '#client/features/play/play-queries.ts'
import css from './lesson-extras.module.css'

/** What the class's head teacher has to say to the learners of a schedule; nothing for others, and nothing when it can't be had. */
export function ScheduleNotice({ scheduleId }: { scheduleId: number }): ReactNode {
  const { api } = useApp()
  const { user } = useSession()
  const { data } = useQuery({
    ...classNoticeQuery(api, { scheduleId }),
    enabled: user !== undefined,
    retry: false,
  })
  if (!data || (!data.notice && !data.wxQrCode && !data.qqGroup)) return null
  return (
    <details className={css.notice} open={Boolean(data.notice)}>
      <summary className={css.summary}>班级通知</summary>
      {data.notice ? <p className={css.text}>{data.notice}</p> : null}
      {data.qqGroup ? (
        <p className={css.text}>
          班级 QQ 群：<span className="num">{data.qqGroup}</span>
        </p>
      ) : null}
      {data.wxQrCode ? (
        <img
          className={css.code}
          src={data.wxQrCode}
          alt="班级微信群的二维码"
          width="120"
          height="120"
          loading="lazy"
        />
      ) : null}
    </details>
  )
}
