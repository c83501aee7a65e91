import type { Database } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PostStatus, ReviewMode, WordAction } from '#shared/contract/enums.ts'
import { findPolicyFacts, listWordsForMatching } from './review-policy-store.ts'
import { createWordMatcher, type WordMatcher } from './word-matcher.ts'

/** Who has shown fewer posts is new. */
export const newcomerPosts = 3

export interface ReviewedText {
  readonly authorId: number
  readonly plateId: number
  /** A post's text is HTML, a comment's isn't. */
  readonly kind: 'post' | 'revision' | 'comment'
  /** Plain, of a post. */
  readonly title?: string
  readonly text: string
}

/** What becomes of a text; `rejected`: it isn't taken at all, and `reason` says why to who wrote it. */
export interface ReviewVerdict {
  readonly status: PostStatus
  readonly reason?: string
}

// What is made of one list is good for as long as its stamp, in whichever database; a stamp is never given twice.
let kept: { stamp: string; matcher: WordMatcher } | undefined

async function matcherOf(db: Database, stamp: string): Promise<WordMatcher> {
  if (kept?.stamp === stamp) return kept.matcher
  const matcher = createWordMatcher(await listWordsForMatching(db))
  kept = { stamp, matcher }
  return matcher
}

/** The words between the tags; blocks stand apart, marks within a word don't part it. */
function wordsOf(html: string): string {
  return html
    .replace(/<\/?(?:p|div|li|h[1-6]|br|td|th|tr|blockquote|pre|figure|figcaption)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

const address =
  /\b(?:https?:\/\/|www\.)[^\s"'<>]|\b[a-z0-9-]{1,63}\.(?:com|cn|net|org|top|xyz|io|cc|vip|shop|site|club|online|info|app|me|tv|link|ru|us|jp|hk|tw)\b/i
const foreignLink = /<a\s[^<>]*href="(?!\/(?!\/))[^"<>]/i

/** Whether a text leads away from the school; its pictures are its own. */
function hasLink({ kind, title = '', text }: ReviewedText): boolean {
  if (kind === 'comment') return address.test(text)
  return foreignLink.test(text) || address.test(`${title}\n${wordsOf(text)}`)
}

/**
 * Whether a text may be shown at once, waits for a reviewer, or isn't taken. The words of the list count in every plate; a plate looks at
 * all, or at who is new, links and words, or at nothing more. Staff aren't new. Asked within the transaction that writes the text.
 */
export async function reviewVerdict(trx: Database, reviewed: ReviewedText): Promise<ReviewVerdict> {
  const { authorId, plateId, kind, title = '', text } = reviewed
  const facts = await findPolicyFacts(trx, { authorId, plateId, most: newcomerPosts })
  if (!facts) throw new ApiError(Code.NotFound)
  const matcher = await matcherOf(trx, facts.stamp)
  const found = matcher.find(kind === 'comment' ? text : `${title}\n${wordsOf(text)}`)
  if (found?.action === WordAction.refuse)
    return { status: PostStatus.rejected, reason: `里面有不能发布的词“${found.word}”，改好再发` }
  if (found) return { status: PostStatus.pending, reason: '里面有要人看一看的词' }
  if (facts.mode === ReviewMode.all) return { status: PostStatus.pending, reason: '这个版块先审后发' }
  if (facts.mode === ReviewMode.newcomers && !facts.isStaff) {
    if (kind === 'post' && facts.posts < newcomerPosts)
      return { status: PostStatus.pending, reason: `前 ${newcomerPosts} 篇帖子先审后发` }
    if (hasLink(reviewed)) return { status: PostStatus.pending, reason: '带站外链接的要人看过' }
  }
  return { status: PostStatus.published }
}
