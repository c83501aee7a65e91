import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { DraftLine } from '#client/features/forum/draft-line.tsx'
import { PictureButton, PictureStrip } from '#client/features/forum/picture-strip.tsx'
import { useAskBan } from '#client/features/forum/process-queries.ts'
import { tokenOf } from '#client/features/forum/send-token.ts'
import type { ReplyTarget } from '#client/features/forum/thread-acts.tsx'
import { UnlessBanned } from '#client/features/forum/unless-banned.tsx'
import { readKeptDraft } from '#client/features/forum/draft-keeper.ts'
import { useForumDraft } from '#client/features/forum/use-forum-draft.ts'
import { pictureObstacle, storedPictures, usePictures } from '#client/features/forum/use-pictures.ts'
import { draftQuery, useEditReply, useReply } from '#client/features/forum/writing-queries.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { SubmissionCode } from '#shared/contract/enums.ts'
import type { Draft } from '#shared/contract/post-writing.ts'
import { commentLength, commentPictureCount } from '#shared/contract/forum-lengths.ts'
import css from './reply-box.module.css'

interface BoxProps {
  userId: number
  postId: number
  target: ReplyTarget
  draft: Draft | null
  /** It was sent; whether everybody sees it now. */
  onDone: (isShown: boolean) => void
  onCancel: () => void
}

type Person = { id: number; nickname: string }

/** People of the thread whose names stand in the text behind an @. */
const calledIn = (text: string, people: readonly Person[]): number[] =>
  people.filter(({ nickname }) => text.includes(`@${nickname}`)).map(({ id }) => id)

function People({ postId, onPick }: { postId: number; onPick: (person: Person) => void }): ReactNode {
  const { api } = useApp()
  const people = useQuery(callQuery(api, 'GET /api/post/people-list', { postId }))
  if (people.isError) return <p className="s13 muted">名单没有取到，关掉再试一次。</p>
  if (!people.data) return <Skeleton kind="lines" count={1} />
  if (people.data.length === 0) return <p className="s13 muted">这里还没有别的人。</p>
  return (
    <ul className={css.people} aria-label="可以 @ 的人">
      {people.data.map((person) => (
        <li key={person.id}>
          <button type="button" className={css.person} onClick={() => onPick(person)}>
            @{person.nickname}
          </button>
        </li>
      ))}
    </ul>
  )
}

const placeOf = (postId: number, { parentId }: ReplyTarget): string =>
  parentId === undefined ? `thread/${postId}` : `thread/${postId}/${parentId}`

function useReplyForm({ userId, postId, target, draft, onDone }: BoxProps) {
  const place = placeOf(postId, target)
  const [first] = useState(() => {
    if (target.edit) return { title: '', content: target.edit.content, pictures: target.edit.pictures }
    return readKeptDraft(userId, place) ?? draft ?? { title: '', content: '', pictures: [] }
  })
  const [text, setText] = useState(first.content)
  const [called, setCalled] = useState<readonly Person[]>([])
  const pictures = usePictures(first.pictures, commentPictureCount)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const askBan = useAskBan()
  const { state, keeper } = useForumDraft(userId, place, draft)
  const reply = useReply()
  const editReply = useEditReply()
  const stamp = JSON.stringify([text, storedPictures(pictures.list)])
  const known = useRef(stamp)
  if (known.current !== stamp) {
    known.current = stamp
    if (!target.edit)
      queueMicrotask(() => keeper.keep({ title: '', content: text, pictures: storedPictures(pictures.list) }))
  }
  const call = async () => {
    const images = storedPictures(pictures.list)
    const { edit, parentId, quote } = target
    if (edit) return editReply({ id: edit.id, content: text, images, version: edit.version })
    await keeper.flush()
    const sent = await reply({
      postId,
      content: text,
      ...(parentId === undefined ? {} : { parentId }),
      ...(quote ? { quoteId: quote.id } : {}),
      images,
      mentionIds: calledIn(text, called),
      clientToken: tokenOf([place, text, images, quote?.id]),
    })
    await keeper.drop('sent')
    return sent
  }
  const send = async (): Promise<void> => {
    if (busy) return
    if (text.trim() === '') return setError('写点内容再发')
    if ([...text].length > commentLength) return setError(`回复最多 ${commentLength} 个字`)
    const obstacle = pictureObstacle(pictures.list)
    if (obstacle) return setError(obstacle)
    if (!target.edit && keeper.isContested()) return setError('别的设备上有更新的草稿，先选用哪一份再发')
    setError(undefined)
    setBusy(true)
    try {
      const sent = await call()
      const isShown = sent.submissionCode === SubmissionCode.published
      toast(isShown ? '发布成功' : '提交成功，请等待审核...')
      onDone(isShown)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message || '没有发出去，写好的内容还在，请再试一次')
      askBan()
    } finally {
      setBusy(false)
    }
  }
  const takeTheirs = (): void => {
    const theirs = keeper.giveWay()
    if (!theirs) return
    setText(theirs.content)
    pictures.reset(theirs.pictures)
  }
  return { text, setText, called, setCalled, pictures, error, busy, state, keeper, send, takeTheirs }
}

/** Whom one answers, and what is cited. */
function Target({ target, onCancel }: Pick<BoxProps, 'target' | 'onCancel'>): ReactNode {
  return (
    <>
      {target.name === undefined ? null : (
        <p className={css.target}>
          {target.edit ? '修改' : '回复'} {target.name}
          <button type="button" className={css.act} onClick={onCancel}>
            不了
          </button>
        </p>
      )}
      {target.quote ? (
        <blockquote className={css.quote}>
          <small>{target.quote.floor} 楼</small>
          {target.quote.content}
        </blockquote>
      ) : null}
    </>
  )
}

function Box(props: BoxProps): ReactNode {
  const { postId, target, onCancel } = props
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [names, setNames] = useState(false)
  const form = useReplyForm(props)
  const { text, setText, pictures, error, busy, state, keeper } = form
  useEffect(() => area.current?.focus(), [])
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void form.send()
  }
  const pick = (person: Person): void => {
    form.setCalled([...form.called, person])
    setText(`${text}@${person.nickname} `)
    setNames(false)
    area.current?.focus()
  }
  return (
    <form
      className={css.box}
      method="post"
      aria-label="写回复"
      onSubmit={(event) => {
        event.preventDefault()
        void form.send()
      }}
    >
      <Target target={target} onCancel={onCancel} />
      <textarea
        ref={area}
        className={css.text}
        rows={3}
        value={text}
        placeholder="写一句回复"
        aria-label="回复"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <PictureStrip pictures={pictures} />
      {names ? <People postId={postId} onPick={pick} /> : null}
      {error === undefined ? null : (
        <p className={css.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      <div className={css.foot}>
        <PictureButton pictures={pictures} className={css.act} />
        {target.edit ? null : (
          <button type="button" className={css.act} aria-expanded={names} onClick={() => setNames(!names)}>
            @ 人
          </button>
        )}
        <span role="status">
          {target.edit ? null : (
            <DraftLine state={state} onTakeTheirs={form.takeTheirs} onInsist={() => void keeper.insist()} />
          )}
        </span>
        <span className={css.push} />
        <Button tone="primary" size="s" type="submit" busy={busy} disabled={busy}>
          {target.edit ? '改好了' : '回复'}
        </Button>
      </div>
    </form>
  )
}

function OpenBox(props: Omit<BoxProps, 'draft'>): ReactNode {
  const { api } = useApp()
  const { postId, target } = props
  const draft = useQuery({ ...draftQuery(api, placeOf(postId, target)), staleTime: 0, gcTime: 0 })
  if (draft.isError) return <ErrorBlock onRetry={() => void draft.refetch()} />
  if (draft.data === undefined || draft.isFetching) return <Skeleton kind="lines" count={3} />
  return <Box {...props} draft={draft.data} />
}

/** Where a reply is written, with the draft of whichever device wrote last; for who may not speak, why. */
export function ReplyBox(props: Omit<BoxProps, 'draft'> & { onClose: () => void }): ReactNode {
  return (
    <UnlessBanned>
      <OpenBox {...props} />
    </UnlessBanned>
  )
}
