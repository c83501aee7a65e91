import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { mineQuery, useCollect, useLike, useLikeReply, useRemoveReply } from '#client/features/forum/writing-queries.ts'
import { askLogin } from '#client/features/login/login-store.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './thread-acts.module.css'

type Mine = CallOutput<'GET /api/post/mine'>

/** What a reply is for: the post, or a comment that is answered, cited or changed. */
export interface ReplyTarget {
  readonly parentId?: number
  readonly name?: string
  readonly quote?: { id: number; floor: number; content: string }
  readonly edit?: { id: number; content: string; version: number; pictures: { url: string; alt: string }[] }
}

interface Thread {
  readonly mine: Mine | undefined
  /** Opens the reply box; undefined where nothing is written. */
  readonly onReply: ((target: ReplyTarget) => void) | undefined
}

const ThreadContext = createContext<Thread>({ mine: undefined, onReply: undefined })

/** What of a post is the caller's alone; nothing for visitors, and on the server. */
export function useMine(postId: number): Mine | undefined {
  const { api } = useApp()
  const { user } = useSession()
  const query = useQuery({ ...mineQuery(api, postId), enabled: typeof document !== 'undefined' && user !== undefined })
  return user ? query.data : undefined
}

/** Gives the comments below their buttons. */
export function ThreadActs({ children, ...thread }: Thread & { children: ReactNode }): ReactNode {
  return <ThreadContext value={thread}>{children}</ThreadContext>
}

/** Runs for who is logged in; asks others to log in. */
export function useAsMember(): (run: () => void) => void {
  const { user } = useSession()
  return (run) => (user ? run() : askLogin())
}

function MarkButton({
  name,
  on,
  count,
  mark,
}: {
  name: string
  on: boolean
  count: number
  mark: (wanted: boolean) => Promise<{ wanted: boolean; count: number }>
}): ReactNode {
  const asMember = useAsMember()
  const [set, setSet] = useState<{ wanted: boolean; count: number }>()
  const [busy, setBusy] = useState(false)
  const now = set ?? { wanted: on, count }
  const press = (): void =>
    asMember(() => {
      if (busy) return
      setBusy(true)
      mark(!now.wanted)
        .then(setSet)
        .catch((error: unknown) => toast((error instanceof ApiError && error.message) || '没有成功，请再试一次', 'bad'))
        .finally(() => setBusy(false))
    })
  return (
    <button type="button" className={css.act} aria-pressed={now.wanted} onClick={press}>
      {name}
      {now.count > 0 ? ` ${countText(now.count)}` : ''}
    </button>
  )
}

/** Under a post: useful, collect; what only its author may do. */
export function PostActs({
  post,
  mine,
  canMark,
  children,
}: {
  post: { id: number; likeCount: number; collectCount: number }
  mine: Mine | undefined
  canMark: boolean
  children?: ReactNode
}): ReactNode {
  const like = useLike()
  const collect = useCollect()
  const { id } = post
  // known later than the page: what was pressed before stays
  const key = mine ? 'known' : 'unknown'
  return (
    <p className={css.acts}>
      {canMark ? (
        <>
          <MarkButton
            key={`like-${key}`}
            name="有用"
            on={mine?.isLiked ?? false}
            count={post.likeCount}
            mark={(wanted) => like({ id, wanted })}
          />
          <MarkButton
            key={`collect-${key}`}
            name="收藏"
            on={mine?.isCollected ?? false}
            count={post.collectCount}
            mark={(wanted) => collect({ id, wanted })}
          />
        </>
      ) : null}
      {children}
    </p>
  )
}

interface ActsOf {
  id: number
  floor: number
  content: string
  pictures: { url: string; alt: string }[]
  likeCount: number
  author: { nickname: string }
}

/** Under a comment: useful, answer, cite; and of one's own, change and delete. */
export function CommentActs({ comment }: { comment: ActsOf }): ReactNode {
  const { mine, onReply } = useContext(ThreadContext)
  const asMember = useAsMember()
  const like = useLikeReply()
  const remove = useRemoveReply()
  const [gone, setGone] = useState(false)
  if (!onReply) return null
  const { id, floor, content, pictures } = comment
  const own = mine?.comments.find((one) => one.id === id)
  const answer = { parentId: id, name: `${comment.author.nickname} ${floor} 楼` }
  if (gone) return <span>已删除</span>
  return (
    <>
      <MarkButton
        key={mine ? 'known' : 'unknown'}
        name="有用"
        on={mine?.likedComments.includes(id) ?? false}
        count={comment.likeCount}
        mark={(wanted) => like({ id, wanted })}
      />
      <button type="button" className={css.act} onClick={() => asMember(() => onReply(answer))}>
        回复
      </button>
      <button
        type="button"
        className={css.act}
        onClick={() => asMember(() => onReply({ ...answer, quote: { id, floor, content: content.slice(0, 120) } }))}
      >
        引用
      </button>
      {own && own.editUntil !== null ? (
        <button
          type="button"
          className={css.act}
          onClick={() => onReply({ name: `${floor} 楼`, edit: { id, content, version: own.version, pictures } })}
        >
          修改
        </button>
      ) : null}
      {own ? (
        <button
          type="button"
          className={css.act}
          onClick={() =>
            void remove({ id })
              .then(() => {
                setGone(true)
                toast('删除成功')
              })
              .catch(() => toast('没有删掉，请再试一次', 'bad'))
          }
        >
          删除
        </button>
      ) : null}
    </>
  )
}
