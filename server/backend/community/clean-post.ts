import { withoutControls } from '#server/backend/content/html/safe-attributes.ts'
import { sanitiseHtml } from '#server/backend/content/html/sanitise.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { findOwnFiles } from '#server/backend/upload/upload-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { postPictureCount, postTextLength, postTitleLength } from '#shared/contract/forum-lengths.ts'
import { escapeHtml } from '#shared/rules/escape-html.ts'
import { uploadTypeOf } from '#shared/rules/upload-rules.ts'
import { toPostText } from './post-text.ts'
import type { PostText } from './publication-store.ts'

// seen by nobody: blanks without width, joiners, marks of direction
const invisible = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Zl}|\p{Zp}/gu

/** How many characters of a text somebody sees at all. */
export function isEmptyText(text: string): boolean {
  return text.replace(invisible, '').trim() === ''
}

/** A line as it is kept: without controls and turned directions, blanks at its ends and rows of blanks inside. */
export function cleanLine(text: string): string {
  return withoutControls(text)
    .replace(/[\u200e\u200f\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

export const lengthOf = (text: string): number => [...text].length

/** A title, or why it is none. */
function cleanTitle(title: string): string {
  const clean = cleanLine(title)
  if (isEmptyText(clean)) throw new ApiError(Code.Toast, '给帖子起个标题')
  if (lengthOf(clean) > postTitleLength) throw new ApiError(Code.Toast, `标题最多 ${postTitleLength} 个字`)
  return clean
}

const plainAddress = (address: string): string => address.replaceAll('&amp;', '&')
const addressesOf = (html: string): string[] =>
  [...html.matchAll(/<img src="([^"<>]*)"/g)].map((match) => plainAddress(match[1] ?? ''))

/** Which of these addresses are pictures that this account has uploaded and that browsers show. */
export async function ownPictures(db: Database, userId: number, urls: readonly string[]): Promise<Set<string>> {
  const own = new Set<string>()
  const shown = [...new Set(urls)].filter((url) => uploadTypeOf(url)?.raster)
  for (const url of shown) {
    if (await findOwnFiles(db, userId, [url], 'file')) own.add(url)
  }
  return own
}

/** What somebody sends as a post. */
export interface SentPost {
  readonly title: string
  readonly content: string
  /** Pictures that come behind the text where they don't stand in it. */
  readonly images?: readonly string[]
}

/**
 * A post as it may be kept: by the allow-list, with its author's own pictures. One from elsewhere becomes a link; staff may show those of https.
 * Throws 4004 in words.
 */
export async function cleanPost(
  db: Database,
  session: Pick<Session, 'userId' | 'isStaff'>,
  { title, content, images = [] }: SentPost,
): Promise<PostText> {
  const first = sanitiseHtml(content.replace(/[\u2066-\u2069]/g, ''), { links: 'user' })
  const inText = addressesOf(first.html)
  const behind = images.filter((url) => !inText.includes(url))
  if (inText.length + behind.length > postPictureCount)
    throw new ApiError(Code.Toast, `一篇帖子最多放 ${postPictureCount} 张图片`)
  const own = await ownPictures(db, session.userId, [...inText, ...behind])
  if (behind.some((url) => !own.has(url))) throw new ApiError(Code.Toast, '有图片没有上传成功，请重新上传')
  const figures = behind.map((url) => `<p><img src="${escapeHtml(url)}" alt=""></p>`).join('')
  const linked = first.html.replace(/<img src="([^"<>]*)"([^<>]*)>/g, (whole, address: string, rest: string) => {
    if (session.isStaff || own.has(plainAddress(address))) return whole
    const alt = / alt="([^"<>]*)"/.exec(rest)?.[1] ?? ''
    return `<a href="${address}">${alt || '图片'}</a>`
  })
  const text = toPostText(cleanTitle(title), linked + figures)
  const { text: words } = sanitiseHtml(text.contentHtml, { links: 'user' })
  if (isEmptyText(words) && text.coverImg === null) throw new ApiError(Code.Toast, '写点内容再发')
  if (lengthOf(words) > postTextLength)
    throw new ApiError(Code.Toast, `正文最多 ${postTextLength.toLocaleString('en')} 个字`)
  return text
}
