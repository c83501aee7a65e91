import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { visibleText } from '#server/backend/support/visible-text.ts'
import { findOwnFiles } from '#server/backend/upload/upload-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { PictureOf } from './ticket-store.ts'

/** Feedback and complaints are answered within so many working days; the answer to a further message, too. */
export const answerWorkingDays = 3

/** What somebody wrote, as far as it can be seen; throws when nothing is left. */
export function readWords(content: string): string {
  const words = visibleText(content)
  if (words === '') throw new ApiError(Code.Toast, '写几句话再提交')
  return words
}

/** Pictures that the caller has uploaded for this, in their order; throws when one of them is somebody else's, hasn't come, or isn't a picture. */
export async function readPictures(
  db: Database,
  { userId }: Pick<Session, 'userId'>,
  urls: readonly string[],
): Promise<PictureOf[]> {
  if (new Set(urls).size !== urls.length) throw new ApiError(Code.Toast, '同一张图片添加了两次')
  const files = await findOwnFiles(db, userId, urls, 'study')
  if (!files) throw new ApiError(Code.Toast, '有图片没有上传成功，请重新上传')
  if (files.some((file) => !file.contentType.startsWith('image/'))) throw new ApiError(Code.Toast, '只能添加图片')
  return files
}
