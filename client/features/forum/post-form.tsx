import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { DraftLine } from '#client/features/forum/draft-line.tsx'
import { RichEditor } from '#client/features/forum/editor/rich-editor.tsx'
import { postHref, writeHref } from '#client/features/forum/forum-address.ts'
import { platesQuery } from '#client/features/forum/forum-queries.ts'
import { PictureStrip } from '#client/features/forum/picture-strip.tsx'
import { tokenOf } from '#client/features/forum/send-token.ts'
import { type DraftContent, readKeptDraft, useForumDraft } from '#client/features/forum/use-forum-draft.ts'
import { pictureObstacle, storedPictures, usePictures } from '#client/features/forum/use-pictures.ts'
import { draftQuery, ownTextQuery, useAddPost, useUpdatePost } from '#client/features/forum/writing-queries.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { SubmissionCode } from '#shared/contract/enums.ts'
import type { Plate } from '#shared/contract/post.ts'
import type { Draft } from '#shared/contract/post-writing.ts'
import { postPictureCount, postTextLength, postTitleLength } from '#shared/contract/forum-lengths.ts'
import { escapeHtml } from '#shared/rules/escape-html.ts'
import { withCommas } from '#shared/rules/number-text.ts'
import css from './post-form.module.css'

type OwnText = CallOutput<'GET /api/post/own-text'>

interface FormProps {
  userId: number
  plates: readonly Plate[]
  plateId: number
  /** The post that is edited. */
  own: OwnText | undefined
  draft: Draft | null
}

const lengthOf = (text: string): number => [...text].length

/** What the form begins with: what this browser kept, else the draft, else the text that was sent last. */
function firstContent({ userId, own, draft }: FormProps, place: string): DraftContent {
  return readKeptDraft(userId, place) ?? draft ?? { title: own?.title ?? '', content: own?.content ?? '', pictures: [] }
}

const asHtml = ({ url, alt }: { url: string; alt: string }): string =>
  `<p><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}"></p>`

function usePostForm(props: FormProps) {
  const { userId, own, draft, plateId } = props
  const place = own ? `post/${own.id}` : `plate/${plateId}`
  const [first] = useState(() => firstContent(props, place))
  const [title, setTitle] = useState(first.title)
  const text = useRef({ html: first.content, length: 1 })
  const [length, setLength] = useState(0)
  const pictures = usePictures(first.pictures, postPictureCount)
  const [error, setError] = useState<{ field: 'title' | 'text'; text: string }>()
  const [busy, setBusy] = useState(false)
  const kept = useForumDraft(userId, place, draft)
  const apply = useRef<(html: string) => void>(undefined)
  const add = useAddPost()
  const update = useUpdatePost()
  const content = (): DraftContent => ({ title, content: text.current.html, pictures: storedPictures(pictures.list) })
  const known = useRef(JSON.stringify(first))
  const keep = (): void => {
    const now = JSON.stringify(content())
    if (known.current === now) return
    known.current = now
    kept.keep(content())
  }
  const stamp = JSON.stringify([title, storedPictures(pictures.list)])
  const lastStamp = useRef(stamp)
  if (lastStamp.current !== stamp) {
    lastStamp.current = stamp
    queueMicrotask(keep)
  }
  const send = async (): Promise<void> => {
    if (busy) return
    if (title.trim() === '') return setError({ field: 'title', text: '给帖子起个标题' })
    if (lengthOf(title.trim()) > postTitleLength)
      return setError({ field: 'title', text: `标题最多 ${postTitleLength} 个字` })
    const obstacle = pictureObstacle(pictures.list)
    if (obstacle) return setError({ field: 'text', text: obstacle })
    setError(undefined)
    setBusy(true)
    try {
      await kept.flush()
      const html = text.current.html + storedPictures(pictures.list).map(asHtml).join('')
      const sent = own
        ? await update({ id: own.id, title, content: html, version: own.version })
        : await add({ title, content: html, categoryId: plateId, place, clientToken: tokenOf([place, title, html]) })
      await kept.drop('sent')
      const published = sent.submissionCode === SubmissionCode.published
      toast(published ? '发布成功' : '提交成功，请等待审核...')
      navigate(postHref(sent.id), { replace: true })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError({ field: failure.message.includes('标题') ? 'title' : 'text', text: failure.message })
      toast(failure.message, 'bad')
    } finally {
      setBusy(false)
    }
  }
  const takeTheirs = (): void => {
    if (kept.state.kind !== 'conflict' || !kept.state.theirs) return
    const { title: theirTitle, content: theirText, pictures: theirPictures } = kept.state.theirs
    setTitle(theirTitle)
    pictures.reset(theirPictures)
    text.current = { html: theirText, length: 1 }
    apply.current?.(theirText)
    void kept.insist()
  }
  const changeText = (html: string, count: number): void => {
    text.current = { html, length: count }
    setLength(count)
    keep()
  }
  return { first, title, setTitle, length, changeText, pictures, error, busy, kept, send, apply, takeTheirs }
}

function PlateChoice({ plates, plateId }: Pick<FormProps, 'plates' | 'plateId'>): ReactNode {
  return (
    <label className={css.plate}>
      版块
      <select
        value={plateId}
        onChange={(event) => navigate(writeHref({ plate: Number(event.target.value) }), { replace: true })}
      >
        {plates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function Notice({ own }: { own: OwnText }): ReactNode {
  if (own.reason !== null) return <p className={css.refused}>上次没有通过：{own.reason}</p>
  if (own.revision || own.dueTime !== null) return <p className={css.waits}>上次交的还在等审核；现在再交，会换掉它。</p>
  return null
}

function Form(props: FormProps): ReactNode {
  const { own, plates, plateId } = props
  const id = useId()
  const form = usePostForm(props)
  const { title, setTitle, pictures, error, busy, kept } = form
  return (
    <form
      className={css.sheet}
      method="post"
      aria-label="写帖子"
      onSubmit={(event) => {
        event.preventDefault()
        void form.send()
      }}
    >
      {own ? <Notice own={own} /> : null}
      <div className={css.title}>
        <input
          className={css.name}
          value={title}
          placeholder="标题"
          aria-label="标题"
          aria-invalid={error?.field === 'title' || undefined}
          aria-describedby={error?.field === 'title' ? `${id}-error` : undefined}
          onChange={(event) => setTitle(event.target.value)}
        />
        {own ? null : <PlateChoice plates={plates} plateId={plateId} />}
        <span className="s12 faint num">
          {lengthOf(title)} / {postTitleLength}
        </span>
      </div>
      <RichEditor
        initial={form.first.content}
        pictures={pictures}
        label="正文"
        invalid={error?.field === 'text'}
        describedBy={error?.field === 'text' ? `${id}-error` : undefined}
        onChange={form.changeText}
        onSend={() => void form.send()}
        onReady={(apply) => {
          form.apply.current = apply
        }}
      />
      <div className={css.pictures}>
        <PictureStrip pictures={pictures} />
      </div>
      {error ? (
        <p className={css.error} id={`${id}-error`} role="alert">
          {error.text}
        </p>
      ) : null}
      <div className={css.foot}>
        <span role="status">
          <DraftLine state={kept.state} onTakeTheirs={form.takeTheirs} onInsist={() => void kept.insist()} />
        </span>
        {form.length > postTextLength - 2000 ? (
          <span className="s13 faint num">
            {withCommas(form.length)} / {withCommas(postTextLength)}
          </span>
        ) : null}
        <span className={css.push} />
        <Button
          tone="text"
          onClick={() =>
            void kept.drop('thrown away').then(() => navigate(own ? postHref(own.id) : '/bbs/user?tab=draft'))
          }
        >
          {own ? '不改了' : '丢掉草稿'}
        </Button>
        <Button tone="primary" type="submit" busy={busy} disabled={busy}>
          {own ? '改好了' : '发出去'}
        </Button>
      </div>
    </form>
  )
}

/** The form of a post, with the draft of whichever device wrote last; `postId` for an edit. */
export function PostForm({
  userId,
  plateId,
  postId,
}: {
  userId: number
  plateId: number | undefined
  postId: number | undefined
  /** Called when its code can't be had. */
  onClose: () => void
}): ReactNode {
  const { api } = useApp()
  const plates = useQuery(platesQuery(api))
  const fresh = { staleTime: 0, gcTime: 0 }
  const own = useQuery({ ...ownTextQuery(api, postId ?? 0), enabled: postId !== undefined, ...fresh })
  const plate = plates.data?.find(({ id }) => id === plateId) ?? plates.data?.[0]
  const place = postId === undefined ? `plate/${plate?.id ?? 0}` : `post/${postId}`
  const draft = useQuery({ ...draftQuery(api, place), enabled: postId !== undefined || plate !== undefined, ...fresh })
  const refused = own.error instanceof ApiError && own.error.message ? own.error.message : undefined
  if (refused) return <p className="muted">{refused}</p>
  if (plates.isError || draft.isError || own.isError)
    return (
      <ErrorBlock
        onRetry={() => {
          void plates.refetch()
          void draft.refetch()
          if (postId !== undefined) void own.refetch()
        }}
      />
    )
  if (!plates.data || draft.data === undefined || draft.isFetching || (postId !== undefined && !own.data))
    return <Skeleton kind="lines" count={8} />
  if (!plate) return <p className="muted">还没有开放的版块。</p>
  return <Form key={place} userId={userId} plates={plates.data} plateId={plate.id} own={own.data} draft={draft.data} />
}
