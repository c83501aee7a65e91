import type { ReactNode } from 'react'
import { AuthorLink } from '#client/features/forum/author-link.tsx'
import { ForumTime } from '#client/features/forum/forum-time.tsx'
import { ReportButton } from '#client/features/forum/report-button.tsx'
import { Avatar } from '#client/features/session/avatar.tsx'
import { Tag } from '#client/ui/tag.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ForumTarget, PostStatus } from '#shared/contract/enums.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './post-article.module.css'

type PostDetail = CallOutput<'GET /api/post/detail'>

const statusTexts: Readonly<Record<number, string>> = {
  1: '这篇帖子正在等待审核，24 小时内有答复；现在只有你和老师看得到。',
  3: '这篇帖子没有通过审核，只有你和老师看得到。',
}

/** A post: title, who wrote it, the text on a sheet of paper. */
export function PostArticle({ post, children }: { post: PostDetail; children?: ReactNode }): ReactNode {
  const status = statusTexts[post.status]
  return (
    <article>
      <h1 className={css.title}>{post.title}</h1>
      <div className={css.author}>
        <Avatar user={post.author} />
        <p>
          <AuthorLink author={post.author} className={css.name} />
          {post.author.isStaff ? <Tag tone="got">老师</Tag> : null}
        </p>
        <p className={`s13 muted ${css.facts}`}>
          <ForumTime time={post.createTime} minute />
          <span>浏览 {countText(post.viewCount)}</span>
          <span>回复 {countText(post.commentCount)}</span>
        </p>
        {post.isEssence ? <span className={css.essence}>精华</span> : null}
      </div>
      {status ? <p className={css.status}>{status}</p> : null}
      {/* The backend has sanitised it by the site's allow-list. */}
      <div className={`prose ${css.text}`} dangerouslySetInnerHTML={{ __html: post.content }} />
      {children}
      {post.status === PostStatus.published ? (
        <p className="s13">
          <ReportButton
            target={ForumTarget.post}
            id={post.id}
            authorId={post.author.id}
            label="举报这篇帖子"
            what={`帖子《${post.title}》`}
          />
        </p>
      ) : null}
    </article>
  )
}
