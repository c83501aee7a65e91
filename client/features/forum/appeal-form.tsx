import type { ReactNode } from 'react'
import { useForm } from '#client/features/form/use-form.ts'
import { useProcessActions } from '#client/features/forum/process-queries.ts'
import { ProofPictureList, useProofPictures } from '#client/features/forum/proof-pictures.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { Code } from '#shared/contract/codes.ts'
import { appealPictureCount, appealWordsLength } from '#shared/contract/text-lengths.ts'
import css from './process-form.module.css'

function checkWords(value: string): string | undefined {
  const { length } = value.trim()
  if (length === 0) return '请写明为什么不同意'
  return length > appealWordsLength ? `最多 ${appealWordsLength} 个字，现在 ${length} 个` : undefined
}

/** Says why a decision is wrong, once. */
export function AppealForm({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const { appeal } = useProcessActions()
  const pictures = useProofPictures(appealPictureCount)
  const form = useForm({
    initial: { words: '' },
    rules: { words: checkWords },
    codeFields: { [Code.Toast]: 'words' },
    onSubmit: async ({ words }) => {
      const urls = pictures.urls()
      if (urls === undefined) return toast('还有图片没传好，传好或去掉再发', 'warn')
      await appeal({ id, words, pictures: urls })
      toast('申诉收到了，答复会写在消息里')
      onClose()
    },
  })
  return (
    <form method="post" onSubmit={form.submit} noValidate aria-label="申诉">
      <TextArea
        label="为什么不同意"
        hint="每个决定可以申诉一次，由没有参与过的工作人员复核，五个工作日内答复"
        rows={5}
        {...form.text('words')}
      />
      <ProofPictureList pictures={pictures} label="图片（只有复核的人看得到）" />
      <div className={css.acts}>
        <Button tone="primary" type="submit" busy={form.busy} disabled={form.busy}>
          提交申诉
        </Button>
        <Button tone="quiet" onClick={onClose}>
          先不申诉
        </Button>
      </div>
    </form>
  )
}
