import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { LessonEntryLink } from '#client/features/common/lesson-entry.tsx'
import { useRead } from '#client/features/common/use-call.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { CopyNumber } from '#client/features/order/copy-number.tsx'
import type { OrderChoice } from '#client/pages/order/order-inputs.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { LectureType } from '#shared/contract/enums.ts'
import {
  callTeacher,
  entranceOfCourseQuery,
  entranceOfOrderQuery,
  readEntrance,
} from '#client/features/order/entrance-queries.ts'
import css from './entrance.module.css'

type Entrance = CallOutput<'GET /api/user/entrance/get-by-order-no'>

/** Calls the teacher; the button rests while a call is fresh, by the server's clock. */
function CallTeacher({ entrance, onChange }: { entrance: Entrance; onChange: () => Promise<void> }): ReactNode {
  const { api } = useApp()
  const [busy, setBusy] = useState(false)
  const now = useNow(1000)
  const rest =
    entrance.callAgainTime === null || now === undefined
      ? 0
      : Math.ceil((toBrowserTime(entrance.callAgainTime) - now) / 1000)
  const call = async (): Promise<void> => {
    setBusy(true)
    try {
      await callTeacher(api, { orderNo: entrance.orderNo })
      toast('已通知老师，会尽快联系你')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === Code.Fail) toast('没有通知到，请再试一次', 'bad')
    }
    await onChange()
    setBusy(false)
  }
  return (
    <div className={css.call}>
      <Button tone="secondary" busy={busy} disabled={busy || rest > 0} onClick={() => void call()}>
        {rest > 0 ? `已通知，${rest} 秒后可以再叫` : '叫老师联系我'}
      </Button>
      {entrance.calledAt !== null ? (
        <p className="s13 muted" role="status">
          老师已经收到，工作时间内会联系你
        </p>
      ) : null}
    </div>
  )
}

function Teacher({ entrance, onChange }: { entrance: Entrance; onChange: () => Promise<void> }): ReactNode {
  const { teacher } = entrance
  if (!teacher) return null
  return (
    <section className={css.teacher} aria-label="班主任">
      {teacher.qrCode ? (
        <img className={css.qr} src={teacher.qrCode} alt={`${teacher.name}的微信二维码`} width="176" height="176" />
      ) : null}
      <div className={css.who}>
        <p className="s13 muted">班主任{teacher.title ? `　${teacher.title}` : ''}</p>
        <p className={css.name}>{teacher.name}</p>
        {teacher.qrCode ? <p>用微信扫码添加</p> : null}
        {teacher.wechat ? (
          <p className="muted">
            微信号 <span className="num">{teacher.wechat}</span>
          </p>
        ) : null}
        <CallTeacher entrance={entrance} onChange={onChange} />
      </div>
    </section>
  )
}

function Found({ entrance, onChange }: { entrance: Entrance; onChange: () => Promise<void> }): ReactNode {
  const { api } = useApp()
  const { orderNo, isRead } = entrance
  useEffect(() => {
    // Whether it was noted matters to nobody on this page.
    if (!isRead) readEntrance(api, { orderNo }).catch(() => undefined)
  }, [api, orderNo, isRead])
  const { way } = entrance
  const begin = [
    entrance.scheduleName,
    entrance.beginDate ? `${entrance.beginDate} 开课` : '',
    entrance.timeText,
  ].filter(Boolean)
  return (
    <>
      <div className={css.head}>
        <div>
          <h1 className={css.title}>怎么入学</h1>
          <p className={css.course}>
            <a href={entrance.courseUrl}>{entrance.courseName}</a>
          </p>
          {begin.length > 0 ? <p className="muted">{begin.join('　')}</p> : null}
        </div>
        <CopyNumber orderNo={orderNo} />
      </div>
      <Teacher entrance={entrance} onChange={onChange} />
      {entrance.notice ? <p className={css.notice}>{entrance.notice}</p> : null}
      <h2 className={css.subtitle}>头几步</h2>
      <ol className={css.steps}>
        {entrance.steps.map((step, index) => (
          <li key={step.title}>
            <span className={css.number} aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <b>{step.title}</b>
              <p className="muted">{step.content}</p>
            </div>
          </li>
        ))}
      </ol>
      {entrance.address ? (
        <p className={css.address}>
          <span className="muted">教材寄到</span>　{entrance.address}
        </p>
      ) : null}
      <p className={css.ways}>
        {way ? <LessonEntryLink way={way} /> : null}
        <ButtonLink tone={way ? 'quiet' : 'primary'} href={entrance.courseUrl}>
          {entrance.lectureType === LectureType.classSystem ? '看每个阶段学什么' : '看课程目录'}
        </ButtonLink>
        <ButtonLink tone="quiet" href="/user/order">
          我的订单
        </ButtonLink>
      </p>
    </>
  )
}

/** The entrance of one order. */
function ByOrder({ orderNo }: { orderNo: string }): ReactNode {
  const { api } = useApp()
  const queries = useQueryClient()
  const entrance = useRead(entranceOfOrderQuery, { orderNo })
  const refresh = async (): Promise<void> => {
    await queries.fetchQuery({ ...entranceOfOrderQuery(api, { orderNo }), staleTime: 0 }).catch(() => undefined)
  }
  return <Found entrance={entrance} onChange={refresh} />
}

/** The latest one, or the word that there is none yet. */
function Latest(): ReactNode {
  const { api } = useApp()
  const queries = useQueryClient()
  const entrance = useRead(entranceOfCourseQuery)
  const refresh = async (): Promise<void> => {
    await queries.fetchQuery({ ...entranceOfCourseQuery(api), staleTime: 0 }).catch(() => undefined)
  }
  if (entrance) return <Found entrance={entrance} onChange={refresh} />
  return (
    <>
      <h1 className={css.title}>入学信息</h1>
      <EmptyBlock
        title="还没有要入学的课程"
        text="付款以后，班主任和开课时间会在这里"
        action={{ text: '看看课程', href: '/course' }}
      />
    </>
  )
}

/** How to enter the class after a purchase. */
export function EntranceScreen({ choice: { orderNo } }: PageProps<Partial<OrderChoice>>): ReactNode {
  return <div className={`wrap ${css.page}`}>{orderNo === undefined ? <Latest /> : <ByOrder orderNo={orderNo} />}</div>
}
