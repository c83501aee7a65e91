import type { ReactNode } from 'react'
import { ComplaintForm } from '#client/features/ticket/complaint-form.tsx'
import css from './ticket-page.module.css'

/** A complaint, written to the principal. */
export function Complaint(): ReactNode {
  return (
    <div className={`wrap ${css.page}`}>
      <h1 className={css.title}>校长信箱</h1>
      <p className={css.lead}>
        课没上好、答应的事没做到，写在这里。三个工作日内答复，过了时间会催办；写过的在
        <a href="/user/feedback">我的反馈</a>里。
      </p>
      <ComplaintForm />
    </div>
  )
}
