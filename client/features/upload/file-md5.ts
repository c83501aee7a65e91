import type { Md5Answer, Md5Question } from '#client/features/upload/md5-worker.ts'
import { md5WorkerText } from '#client/features/upload/md5-worker-text.ts'
import { UploadError } from '#client/features/upload/upload-error.ts'
import { md5ChunkBytes, uploadTexts } from '#shared/rules/upload-rules.ts'

function openWorker(): { worker: Worker; close: () => void } {
  const address = URL.createObjectURL(new Blob([md5WorkerText], { type: 'text/javascript' }))
  const worker = new Worker(address)
  return {
    worker,
    close: () => {
      worker.terminate()
      URL.revokeObjectURL(address)
    },
  }
}

/**
 * The md5 of a file, computed beside the page in pieces of 2 MB. `onRead` gets the share that was read, 0 to 1. Throws
 * `UploadError` when it can't be read or computed, and the signal's reason when it is aborted.
 */
export function fileMd5(file: File, onRead: (share: number) => void, signal?: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    let opened: ReturnType<typeof openWorker>
    try {
      opened = openWorker()
    } catch {
      return reject(new UploadError(uploadTexts.md5Failed))
    }
    const { worker, close } = opened
    const abort = (): void => {
      close()
      reject(signal?.reason)
    }
    const end = (settle: () => void): void => {
      signal?.removeEventListener('abort', abort)
      close()
      settle()
    }
    signal?.addEventListener('abort', abort, { once: true })
    worker.onmessage = ({ data }: MessageEvent<Md5Answer>) => {
      if (data.type === 'read') onRead(data.bytes / file.size)
      else if (data.type === 'done') end(() => resolve(data.md5))
      else end(() => reject(new UploadError(data.step === 'read' ? uploadTexts.readFailed : uploadTexts.md5Failed)))
    }
    worker.onerror = () => end(() => reject(new UploadError(uploadTexts.md5Failed)))
    worker.postMessage({ file, chunkBytes: md5ChunkBytes } satisfies Md5Question)
  })
}
