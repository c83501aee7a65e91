import { type ReactNode, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useCall } from '#client/features/common/use-call.ts'
import { type Form, useForm } from '#client/features/form/use-form.ts'
import { PictureField } from '#client/features/ticket/picture-field.tsx'
import { SentNote } from '#client/features/ticket/sent-note.tsx'
import { storedAddresses, usePictures } from '#client/features/ticket/use-pictures.ts'
import { Button } from '#client/ui/button.tsx'
import { SelectField, TextArea, TextField } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { Code } from '#shared/contract/codes.ts'
import { ticketLength } from '#shared/contract/text-lengths.ts'
import type { TicketOpened } from '#shared/contract/ticket-fields.ts'
import css from './ticket.module.css'

const initial = { courseId: '', branch: '', problemId: '', content: '', phone: '' }
type Values = typeof initial

interface FieldsProps {
  form: Form<Values>
  courses: CallOutput<'GET /api/course/list-charge-course-combobox'>
  problems: CallOutput<'GET /api/work/order/complaint/list-complaint-problem'>
}

const optionsOf = (rows: readonly { id: number; name: string }[], none: string) => [
  { value: '', text: none },
  ...rows.map(({ id, name }) => ({ value: String(id), text: name })),
]

/** What it is about: a course, and a problem of two levels. */
function AboutFields({ form, courses, problems }: FieldsProps): ReactNode {
  const children = problems.find(({ id }) => String(id) === form.values.branch)?.children ?? []
  return (
    <>
      <SelectField
        {...form.text('courseId')}
        label="哪门课"
        hint={
          courses.length === 0 ? '你还没有付费课程，可以写与课程无关的问题' : '选了课程，教这门课的老师看不到这封信'
        }
        options={optionsOf(courses, '与课程无关')}
      />
      <div className={css.pair}>
        <SelectField
          {...form.text('branch')}
          onChange={(branch) => form.set({ branch, problemId: '' })}
          label="问题的类别"
          options={optionsOf(problems, '请选择')}
        />
        <SelectField
          {...form.text('problemId')}
          label="具体是什么"
          disabled={children.length === 0}
          options={optionsOf(children, '请选择')}
        />
      </div>
    </>
  )
}

/** The principal's letter box: course, problem, words, pictures, telephone. */
export function ComplaintForm(): ReactNode {
  const { api } = useApp()
  const courses = useCall('GET /api/course/list-charge-course-combobox', {})
  const problems = useCall('GET /api/work/order/complaint/list-complaint-problem', {})
  const pictures = usePictures()
  const token = useRef('')
  const [sent, setSent] = useState<TicketOpened>()

  async function send({ courseId, problemId, content, phone }: Values): Promise<void> {
    const images = storedAddresses(pictures.pictures)
    if (!images) return void toast('还有图片没有传好', 'warn')
    token.current ||= crypto.randomUUID()
    const answer = await api.call('POST /api/work/order/complaint', {
      ...(courseId === '' ? {} : { courseId: Number(courseId) }),
      problemId: Number(problemId),
      content,
      phone,
      images,
      clientToken: token.current,
    })
    toast('提交成功')
    setSent(answer)
  }

  const form = useForm<Values>({
    initial,
    rules: {
      branch: (value) => (value === '' ? '选一类问题' : undefined),
      problemId: (value) => (value === '' ? '选一个最接近的问题' : undefined),
      content: (value) => (value.trim() === '' ? '写下发生了什么' : undefined),
    },
    codeFields: { [Code.PhoneError]: 'phone' },
    onSubmit: send,
  })
  if (sent)
    return (
      <SentNote
        {...sent}
        hasInbox
        hasContact
        onAgain={() => {
          token.current = ''
          form.set(initial)
          pictures.clear()
          setSent(undefined)
        }}
      />
    )
  return (
    <form className={css.form} method="post" ref={form.ref} onSubmit={form.submit} noValidate>
      <AboutFields form={form} courses={courses} problems={problems} />
      <TextArea
        {...form.text('content')}
        label="发生了什么"
        rows={7}
        maxLength={ticketLength}
        hint={`${form.values.content.length} / ${ticketLength}`}
      />
      <PictureField pictures={pictures} />
      <TextField
        {...form.text('phone')}
        label="联系电话（可以不填）"
        type="tel"
        autoComplete="tel"
        hint="答复会发到站内消息；希望我们打电话就留一个号码"
      />
      <Button tone="primary" type="submit" busy={form.busy}>
        提交
      </Button>
    </form>
  )
}
