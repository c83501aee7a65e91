import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { DraftLine } from '#client/features/forum/draft-line.tsx'
import { RichEditor } from '#client/features/forum/editor/rich-editor.tsx'
import { postHref } from '#client/features/forum/forum-address.ts'
import { platesQuery } from '#client/features/forum/forum-queries.ts'
import { PictureStrip } from '#client/features/forum/picture-strip.tsx'
import {
  lengthOf,
  type OwnText,
  type PostFormProps,
  takeChosen,
  usePostForm,
} from '#client/features/forum/use-post-form.ts'
import { draftQuery, ownTextQuery } from '#client/features/forum/writing-queries.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ApiError } from '#shared/contract/codes.ts'
import { postTextLength, postTitleLength } from '#shared/contract/forum-lengths.ts'
import { withCommas } from '#shared/rules/number-text.ts'
import css from './post-form.module.css'

type Form = ReturnType<typeof usePostForm>

/** The plate of a post, and where it can't be changed any more, why not. */
function PlatePart({
  plates,
  plate: { chosen, isFixed, isOpen, choose },
  describedBy,
}: Pick<PostFormProps, 'plates'> & Pick<Form, 'plate'> & { describedBy: string | undefined }): ReactNode {
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (takeChosen()) select.current?.focus()
  }, [])
  if (isFixed) {
    const name = plates.find(({ id }) => id === chosen)?.name ?? '已关闭的版块'
    return <span className={css.plate}>{name}（发布后不能换版块）</span>
  }
  return (
    <label className={css.plate}>
      版块
      <select
        ref={select}
        value={isOpen ? chosen : ''}
        aria-invalid={describedBy !== undefined || undefined}
        aria-describedby={describedBy}
        onChange={(event) => choose(Number(event.target.value))}
      >
        {isOpen ? null : (
          <option value="" disabled>
            原来的版块关了
          </option>
        )}
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

function Foot({ own, form }: { own: OwnText | undefined; form: Form }): ReactNode {
  const { state, keeper, busy, length } = form
  const leave = (): void =>
    void keeper.drop('thrown away').then(() => navigate(own ? postHref(own.id) : '/bbs/user?tab=draft'))
  return (
    <div className={css.foot}>
      <span role="status">
        <DraftLine state={state} onTakeTheirs={form.takeTheirs} onInsist={() => void keeper.insist()} />
      </span>
      {length > postTextLength - 2000 ? (
        <span className="s13 faint num">
          {withCommas(length)} / {withCommas(postTextLength)}
        </span>
      ) : null}
      <span className={css.push} />
      <Button tone="text" onClick={leave}>
        {own ? '不改了' : '丢掉草稿'}
      </Button>
      <Button tone="primary" type="submit" busy={busy} disabled={busy}>
        {own ? '改好了' : '发出去'}
      </Button>
    </div>
  )
}

function Sheet(props: PostFormProps): ReactNode {
  const { own, plates } = props
  const id = useId()
  const form = usePostForm(props)
  const { title, setTitle, pictures, error } = form
  const describe = (field: 'title' | 'text' | 'plate'): string | undefined =>
    error?.field === field ? `${id}-error` : undefined
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
          aria-describedby={describe('title')}
          onChange={(event) => setTitle(event.target.value)}
        />
        <PlatePart plates={plates} plate={form.plate} describedBy={describe('plate')} />
        <span className="s12 faint num">
          {lengthOf(title)} / {postTitleLength}
        </span>
      </div>
      <RichEditor
        initial={form.first.content}
        pictures={pictures}
        label="正文"
        invalid={error?.field === 'text'}
        describedBy={describe('text')}
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
      <Foot own={own} form={form} />
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
  const wanted = plateId ?? plates.data?.[0]?.id
  const place = postId === undefined ? `plate/${wanted ?? 0}` : `post/${postId}`
  const draft = useQuery({ ...draftQuery(api, place), enabled: postId !== undefined || wanted !== undefined, ...fresh })
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
  if (plates.data && wanted === undefined && postId === undefined) return <p className="muted">还没有开放的版块。</p>
  if (!plates.data || draft.data === undefined || draft.isFetching || (postId !== undefined && !own.data))
    return <Skeleton kind="lines" count={8} />
  return (
    <Sheet key={place} userId={userId} plates={plates.data} plateId={wanted ?? 0} own={own.data} draft={draft.data} />
  )
}
