import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { FeedbackForm } from '#client/features/ticket/feedback-form.tsx'
import css from './ticket-page.module.css'

/** Feedback of visitors and learners. */
export function Feedback(): ReactNode {
  const { servicePhone, serviceHours } = useApp().common.config
  return (
    <div className={`wrap ${css.page}`}>
      <h1 className={css.title}>意见反馈</h1>
      <p className={css.lead}>
        三个工作日内答复。急事请打 <a href={`tel:${servicePhone}`}>{servicePhone}</a>（{serviceHours}）；投诉请写
        <a href="/feedback/complaint">校长信箱</a>。
      </p>
      <FeedbackForm />
    </div>
  )
}
