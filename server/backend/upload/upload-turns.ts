import { ApiError, Code } from '#shared/contract/codes.ts'

/** So many files of one account come in at the same time. */
export const mostUploadsAtOnce = 10

/** Counts the files that are coming in, by their account: however slowly one sends, the others' come through. */
export interface UploadTurns {
  /** Counts one; answers how to end it. Throws 4004 with HTTP 429 when the account has too many under way. */
  enter(userId: number): () => void
}

export function createUploadTurns(): UploadTurns {
  const open = new Map<number, number>()
  return {
    enter(userId) {
      const before = open.get(userId) ?? 0
      if (before >= mostUploadsAtOnce)
        throw new ApiError(Code.Toast, '同时上传的文件太多，请等前面的传完', 429, { 'Retry-After': '5' })
      open.set(userId, before + 1)
      return () => {
        const left = (open.get(userId) ?? 1) - 1
        if (left > 0) open.set(userId, left)
        else open.delete(userId)
      }
    },
  }
}
