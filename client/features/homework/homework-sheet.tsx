import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { type HomeworkDetail, useHomeworkActions } from '#client/features/homework/homework-queries.ts'
import {
  type DraftState,
  readKeptSheet,
  type SheetContent,
  useHomeworkDraft,
} from '#client/features/homework/use-homework-draft.ts'
import { storedUrls, useWorkFiles, type WorkFile } from '#client/features/homework/use-work-files.ts'
import { WorkFileList } from '#client/features/homework/work-file-list.tsx'
import { Button } from '#client/ui/button.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError } from '#shared/contract/codes.ts'
import type { HomeworkDraft } from '#shared/contract/homework.ts'
import { homeworkLength } from '#shared/contract/text-lengths.ts'
import { clockTimeText, withCommas } from '#shared/rules/number-text.ts'
import css from './homework-sheet.module.css'

function DraftLine({ state }: { state: DraftState }): ReactNode {
  if (state.kind === 'none') return null
  if (state.kind === 'saved') return <span className={`${css.saved} num`}>草稿已保存 {clockTimeText(state.time)}</span>
  if (state.kind === 'unsaved') return <span className={css.unsaved}>还没保存</span>
  return <span className={css.failed}>没存到学校（{state.why}），先留在这台设备上</span>
}

interface SheetProps {
  homework: HomeworkDetail
  userId: number
  draft: HomeworkDraft | null
  /** Taken over from the last hand-in, which stays as it is. */
  onCancel?: (() => void) | undefined
}

const filesOf = (files: readonly WorkFile[]): SheetContent['files'] =>
  files.flatMap(({ url, name, contentType }) => (url === undefined ? [] : { url, name, contentType }))

/** What the sheet begins with: what this browser kept, else the draft, else the last hand-in that still waits. */
function firstContent({ homework, userId, draft }: SheetProps): SheetContent {
  const place = { userId, periodId: homework.period.id, scheduleId: homework.schedule?.id ?? null }
  return (
    readKeptSheet(place) ??
    draft ??
    homework.rounds.find(({ outcome }) => outcome === null) ?? { content: '', files: [] }
  )
}

/** What is on the sheet, how it is kept, and handing it in. */
function useSheet(props: SheetProps) {
  const { homework, userId, draft, onCancel } = props
  const [first] = useState(() => firstContent(props))
  const [content, setContent] = useState(first.content)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const files = useWorkFiles(first.files)
  const actions = useHomeworkActions()
  const place = { userId, periodId: homework.period.id, scheduleId: homework.schedule?.id ?? null }
  const kept = useHomeworkDraft(place, draft)
  const known = useRef(JSON.stringify([first.content, first.files]))
  const now = JSON.stringify([content, filesOf(files.files)])
  if (known.current !== now) {
    known.current = now
    queueMicrotask(() => kept.keep({ content, files: filesOf(files.files) }))
  }
  const isSending = files.files.some(({ state }) => state === 'sending')

  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    if (isSending) return setError('文件还在上传，传完再交')
    if (files.files.some(({ state }) => state === 'failed')) return setError('有文件没传上去：再传一次，或去掉它')
    if (content.trim() === '' && files.files.length === 0) return setError('写点内容，或添加一个文件再提交')
    setError(undefined)
    setBusy(true)
    try {
      await kept.flush()
      const handedIn = await actions.handIn({
        periodId: place.periodId,
        ...(place.scheduleId === null ? {} : { scheduleId: place.scheduleId }),
        content,
        files: storedUrls(files.files),
        version: homework.version,
      })
      kept.drop()
      toast('提交成功')
      onCancel?.()
      navigate(`/homework/detail/${handedIn}`, { replace: true })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message || '没有提交上去，写好的内容还在，请再试一次')
    } finally {
      setBusy(false)
    }
  }

  return { content, setContent, error, busy, files, kept, handleSubmit }
}

function Sheet(props: SheetProps): ReactNode {
  const { homework, onCancel } = props
  const id = useId()
  const { content, setContent, error, busy, files, kept, handleSubmit } = useSheet(props)
  return (
    <form className={css.sheet} method="post" onSubmit={(event) => void handleSubmit(event)} aria-label="我的作业">
      <div className={css.head}>
        <h2 className="h3">我的作业</h2>
        <span role="status">
          <DraftLine state={kept.state} />
        </span>
      </div>
      <label className="visually-hidden" htmlFor={id}>
        写在这里
      </label>
      <textarea
        id={id}
        name="content"
        className={css.text}
        rows={6}
        maxLength={homeworkLength}
        placeholder="写下想法、步骤和不确定的地方"
        value={content}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => setContent(event.target.value)}
      />
      <p className={`${css.count} num`}>
        {withCommas(content.length)} / {withCommas(homeworkLength)}
      </p>
      <WorkFileList files={files} label="照片与文件" />
      {error === undefined ? null : (
        <p className={css.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      <div className={css.acts}>
        <Button tone="primary" size="l" type="submit" busy={busy} disabled={busy}>
          {homework.rounds.length > 0 ? '再交一次' : '交作业'}
        </Button>
        <Button tone="text" onClick={() => void kept.flush()}>
          先存着
        </Button>
        {onCancel ? (
          <Button tone="text" onClick={onCancel}>
            不改了
          </Button>
        ) : null}
        <span className={css.note}>批改之前都可以收回或再交</span>
      </div>
    </form>
  )
}

/** The sheet on which a learner writes: with the draft of whichever device wrote last. */
export function HomeworkSheet({
  homework,
  userId,
  onCancel,
}: Omit<SheetProps, 'draft'> & {
  /** Called when its code can't be had. */
  onClose: () => void
}): ReactNode {
  const { api } = useApp()
  const draft = useQuery({
    ...callQuery(api, 'GET /api/user/homework/draft', {
      periodId: homework.period.id,
      ...(homework.schedule ? { scheduleId: homework.schedule.id } : {}),
    }),
    staleTime: 0,
    gcTime: 0,
  })
  if (draft.isError) return <ErrorBlock onRetry={() => void draft.refetch()} />
  if (draft.data === undefined || draft.isFetching) return <Skeleton kind="lines" count={8} />
  return <Sheet homework={homework} userId={userId} draft={draft.data} onCancel={onCancel} />
}
