import type { ComponentProps, ReactNode } from 'react'
import { AnswerCard } from '#client/features/exam/answer-card.tsx'
import type { SenderState } from '#client/features/exam/answer-sender.ts'
import { saveText } from '#client/features/exam/save-line.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

/** The answer card over the paper, where there is no room beside it. */
export function CardDialog({
  save,
  onClose,
  ...card
}: ComponentProps<typeof AnswerCard> & { save: SenderState | undefined; onClose: () => void }): ReactNode {
  return (
    <Dialog title="答题卡" size="s" onClose={onClose} {...(save ? { note: saveText(save) } : {})}>
      <AnswerCard {...card} isNamed />
    </Dialog>
  )
}
