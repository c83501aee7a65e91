import type { ReactNode } from 'react'
import { useProcessActions } from '#client/features/forum/process-queries.ts'
import { ProofPictureList, useProofPictures } from '#client/features/forum/proof-pictures.tsx'
import { useForm } from '#client/features/form/use-form.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { SelectField, TextArea } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { Code } from '#shared/contract/codes.ts'
import { reportPictureCount, reportWordsLength } from '#shared/contract/text-lengths.ts'
import { reportClauses } from '#shared/rules/forum-clauses.ts'
import { momentText } from '#shared/rules/number-text.ts'
import css from './process-form.module.css'

export interface ReportDialogProps {
  target: CallInput<'POST /api/post/report/add'>['target']
  id: number
  /** What is reported, in a few words. */
  what: string
  onClose: () => void
}

const options = [{ value: '', text: '请选择' }, ...reportClauses.map(({ key, name }) => ({ value: key, text: name }))]

/** Asks why, with words and pictures; what was typed stays when it can't be sent. */
export function ReportDialog({ target, id, what, onClose }: ReportDialogProps): ReactNode {
  const { report } = useProcessActions()
  const pictures = useProofPictures(reportPictureCount)
  const form = useForm({
    initial: { clause: '', words: '' },
    rules: {
      clause: (value) => (value === '' ? '请选一个理由' : undefined),
      words: (value) =>
        value.trim().length > reportWordsLength
          ? `最多 ${reportWordsLength} 个字，现在 ${value.trim().length} 个`
          : undefined,
    },
    codeFields: { [Code.Toast]: 'words' },
    onSubmit: async ({ clause, words }) => {
      const urls = pictures.urls()
      if (urls === undefined) return toast('还有图片没传好，传好或去掉再发', 'warn')
      const { dueTime } = await report({ target, id, clause, words, pictures: urls })
      toast(`收到了，${momentText(dueTime)} 前告诉你结果`)
      onClose()
    },
  })
  return (
    <Dialog title="举报" note={what} onClose={onClose}>
      <form method="post" onSubmit={form.submit} noValidate>
        <SelectField label="理由" options={options} {...form.text('clause')} />
        <TextArea
          label="说明（可以不填）"
          hint="作品被盗用的，请写明原作在哪里、什么时候发的"
          rows={4}
          {...form.text('words')}
        />
        <ProofPictureList pictures={pictures} label="图片（只有处理的人看得到）" />
        <p className={`s13 muted ${css.note}`}>24 小时内处理，结果写在你的消息里。对方不会知道是谁举报的。</p>
        <div className={css.acts}>
          <Button tone="primary" type="submit" busy={form.busy} disabled={form.busy}>
            提交举报
          </Button>
          <Button tone="quiet" onClick={onClose}>
            算了
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
