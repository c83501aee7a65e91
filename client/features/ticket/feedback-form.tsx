import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { useForm } from '#client/features/form/use-form.ts'
import type { CaptchaProof } from '#client/features/login/captcha-proof.ts'
import { LazyCaptcha } from '#client/features/login/lazy-captcha.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { PictureField } from '#client/features/ticket/picture-field.tsx'
import { SentNote } from '#client/features/ticket/sent-note.tsx'
import { feedbackTypeOptions } from '#client/features/ticket/ticket-words.ts'
import { type Pictures, storedAddresses, usePictures } from '#client/features/ticket/use-pictures.ts'
import { Button } from '#client/ui/button.tsx'
import { SelectField, TextArea, TextField } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { type FeedbackType, feedbackTypes } from '#shared/contract/enums.ts'
import { contactLength, ticketLength } from '#shared/contract/text-lengths.ts'
import type { TicketOpened } from '#shared/contract/ticket-fields.ts'
import css from './ticket.module.css'

const initial = { type: 'advice', courseId: '', periodId: '', content: '', contact: '' }
type Values = typeof initial
const typeOf = (value: string): FeedbackType => feedbackTypes.find((one) => one === value) ?? 'other'

interface PickersProps {
  courseId: string
  periodId: string
  onCourse: (id: string) => void
  onPeriod: (id: string) => void
}

/** Own courses and their lessons: asked for once it is known who is there. */
function Pickers({ courseId, periodId, onCourse, onPeriod }: PickersProps): ReactNode {
  const { api } = useApp()
  const courses = useQuery({ ...callQuery(api, 'GET /api/common/my-course-combobox', {}), retry: false })
  const periods = useQuery({
    ...callQuery(api, 'GET /api/common/period-combobox', { courseId: Number(courseId) }),
    enabled: courseId !== '',
    retry: false,
  })
  if (!courses.data || courses.data.length === 0) return null
  const optionsOf = (rows: readonly { id: number; name: string }[], none: string) => [
    { value: '', text: none },
    ...rows.map(({ id, name }) => ({ value: String(id), text: name })),
  ]
  return (
    <div className={css.pair}>
      <SelectField
        label="哪门课（可以不选）"
        name="courseId"
        value={courseId}
        onChange={onCourse}
        options={optionsOf(courses.data, '与课程无关')}
      />
      {courseId !== '' && periods.data && periods.data.length > 0 ? (
        <SelectField
          label="哪一讲（可以不选）"
          name="periodId"
          value={periodId}
          onChange={onPeriod}
          options={optionsOf(periods.data, '整门课')}
        />
      ) : null}
    </div>
  )
}

interface Sender {
  sent: TicketOpened | undefined
  /** Rejects when it wasn't taken. */
  send: (values: Values, proof?: Partial<CaptchaProof>) => Promise<void>
  again: () => void
}

/** Sends feedback, once however often it is tried. */
function useSender(pictures: Pictures): Sender {
  const { api } = useApp()
  const { user } = useSession()
  const token = useRef('')
  const [sent, setSent] = useState<TicketOpened>()
  return {
    sent,
    async send(values, { captchaType, code, captchaToken, captchaKey } = {}) {
      const images = storedAddresses(pictures.pictures)
      if (!images) return void toast('还有图片没有传好', 'warn')
      token.current ||= crypto.randomUUID()
      const { courseId, periodId, content, contact } = values
      const about = {
        ...(courseId === '' ? {} : { courseId: Number(courseId) }),
        ...(periodId === '' ? {} : { periodId: Number(periodId) }),
        images,
      }
      const answer = await api.call('POST /api/common/feedback', {
        type: typeOf(values.type),
        content,
        contact,
        clientToken: token.current,
        ...(user ? about : {}),
        ...(captchaType ? { captchaType, code, captchaToken, captchaKey } : {}),
      })
      toast('提交成功')
      setSent(answer)
    },
    again() {
      token.current = ''
      pictures.clear()
      setSent(undefined)
    },
  }
}

/** Feedback: words and a contact from anybody; course, lesson and pictures from learners. */
export function FeedbackForm(): ReactNode {
  const { env } = useApp()
  const { user } = useSession()
  const pictures = usePictures()
  const { sent, send, again } = useSender(pictures)
  const [isAsked, setIsAsked] = useState(false)
  const submitButton = useRef<HTMLButtonElement>(null)
  const form = useForm({
    initial,
    rules: { content: (value: string) => (value.trim() === '' ? '写几句话再提交' : undefined) },
    async onSubmit(values) {
      try {
        await send(values)
      } catch (error) {
        if (!(error instanceof ApiError && error.code === Code.CaptchaError)) throw error
        setIsAsked(true)
      }
    },
  })

  if (sent)
    return (
      <SentNote
        {...sent}
        hasInbox={user !== undefined}
        hasContact={form.values.contact.trim() !== ''}
        onAgain={() => {
          form.set(initial)
          again()
        }}
      />
    )
  return (
    <form className={css.form} method="post" ref={form.ref} onSubmit={form.submit} noValidate>
      <SelectField {...form.text('type')} label="类型" options={feedbackTypeOptions} />
      {user ? (
        <Pickers
          courseId={form.values.courseId}
          periodId={form.values.periodId}
          onCourse={(courseId) => form.set({ courseId, periodId: '' })}
          onPeriod={(periodId) => form.set({ periodId })}
        />
      ) : null}
      <TextArea
        {...form.text('content')}
        label="想说的话"
        rows={7}
        maxLength={ticketLength}
        hint={`${form.values.content.length} / ${ticketLength}。故障请写下在哪一页、做了什么、看到了什么`}
      />
      {user ? <PictureField pictures={pictures} /> : null}
      <TextField
        {...form.text('contact')}
        label="联系方式（可以不填）"
        maxLength={contactLength}
        hint={user ? '答复会发到站内消息；想用别的方式联系就写在这里' : '手机、微信或邮箱。不留的话我们没法回复你'}
      />
      <Button tone="primary" type="submit" busy={form.busy} ref={submitButton}>
        提交
      </Button>
      {isAsked ? (
        <LazyCaptcha
          styles={env.css['captcha-dialog']}
          onProof={async (proof) => {
            await send(form.values, proof)
            setIsAsked(false)
          }}
          returnTo={() => submitButton.current}
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </form>
  )
}
