import type { ReactNode } from 'react'
import { AuthorLink } from '#client/features/forum/author-link.tsx'
import { plateHref, postHref } from '#client/features/forum/forum-address.ts'
import { ForumTime } from '#client/features/forum/forum-time.tsx'
import { Avatar } from '#client/features/session/avatar.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Tag } from '#client/ui/tag.tsx'
import type { PostCard } from '#shared/contract/post.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './post-list.module.css'

const statusTexts: Readonly<Record<number, string>> = { 1: '等待审核', 3: '未通过' }

function Marks({ post, pins }: { post: PostCard; pins: boolean }): ReactNode {
  const status = statusTexts[post.status]
  return (
    <>
      {status ? <Tag tone="wait">{status}</Tag> : null}
      {pins && post.isTop ? <Tag tone="plain">置顶</Tag> : null}
      {post.isEssence ? <span className={css.essence}>精华</span> : null}
    </>
  )
}

interface PostLook {
  /** Names the plate of each post: not where all are of one. */
  withPlate?: boolean
  /** Marks those that stand on top of their plate. */
  pins?: boolean
  /** Without who wrote it: on that person's own page. */
  withAuthor?: boolean
}

/** A row of a list of posts. */
export function PostRow({
  post,
  withPlate = false,
  pins = false,
  withAuthor = true,
}: PostLook & { post: PostCard }): ReactNode {
  return (
    <li className={`${css.row} ${withAuthor ? '' : css.bare}`}>
      {withAuthor ? <Avatar user={post.author} /> : null}
      <div className={css.main}>
        <h3 className={css.title}>
          <a href={postHref(post.id)}>{post.title}</a> <Marks post={post} pins={pins} />
        </h3>
        <p className={`s13 muted two ${css.summary}`}>{post.summary}</p>
        <p className={`s12 faint ${css.meta}`}>
          {withAuthor ? <AuthorLink author={post.author} className={css.in} /> : null}
          {withPlate ? (
            <a className={css.in} href={plateHref(post.category.id)}>
              {post.category.name}
            </a>
          ) : null}
          <ForumTime time={post.createTime} />
          <span>浏览 {countText(post.viewCount)}</span>
        </p>
      </div>
      {post.coverImg ? <Picture className={css.cover} src={post.coverImg} alt="" ratio="square" sizes="96px" /> : null}
      <p className={css.replies}>
        <b>{countText(post.commentCount)}</b>回复
      </p>
    </li>
  )
}

/** Posts in rows: who, what, how many answers. */
export function PostList({ posts, ...look }: PostLook & { posts: readonly PostCard[] }): ReactNode {
  return (
    <ol className={css.list}>
      {posts.map((post) => (
        <PostRow key={post.id} post={post} {...look} />
      ))}
    </ol>
  )
}

/** Titles alone, for the margin. */
export function PostTitles({ posts }: { posts: readonly PostCard[] }): ReactNode {
  return (
    <ul className={css.titles}>
      {posts.map((post) => (
        <li key={post.id}>
          <a href={postHref(post.id)}>{post.title}</a>
          <span className="s12 faint">{countText(post.commentCount)} 回复</span>
        </li>
      ))}
    </ul>
  )
}
