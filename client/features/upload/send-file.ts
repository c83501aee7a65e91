import { UploadError } from '#client/features/upload/upload-error.ts'
import { Code, codeMessages } from '#shared/contract/codes.ts'

/** Without a sign of life for so long the line counts as broken. */
const silenceMs = 60_000

/** The address isn't good any more. */
export class AddressExpired extends Error {}

function refusalText(text: string): string {
  try {
    const { msg } = JSON.parse(text) as { msg?: unknown }
    if (typeof msg === 'string' && msg !== '') return msg
  } catch {
    // No words of ours: a proxy's page, or a bucket's.
  }
  return codeMessages[Code.Fail]
}

export interface Sending {
  readonly url: string
  readonly contentType: string
  /** Share of the file that has gone out, 0 to 1. */
  readonly onSent: (share: number) => void
  readonly signal?: AbortSignal | undefined
}

/**
 * PUTs a file to its address; resolves when it was taken. Throws `AddressExpired` for 403, `UploadError` for any other
 * refusal and for a broken line, and the signal's reason when it is aborted.
 */
export function sendFile(file: Blob, { url, contentType, onSent, signal }: Sending): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const listen = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), silenceMs)
    }
    const abort = (): void => request.abort()
    const fail = (): void => reject(signal?.aborted ? signal.reason : new UploadError(codeMessages[Code.Fail]))
    request.open('PUT', url)
    request.setRequestHeader('Content-Type', contentType)
    // Our own address takes files from our pages only; a bucket knows no such header and would refuse the call.
    if (new URL(url, location.href).origin === location.origin) request.setRequestHeader('reqSource', 'pcSite')
    request.upload.onprogress = (event) => {
      listen()
      if (event.lengthComputable && event.total > 0) onSent(event.loaded / event.total)
    }
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else if (request.status === 403) reject(new AddressExpired())
      else reject(new UploadError(refusalText(request.responseText)))
    }
    request.onerror = fail
    request.onabort = fail
    request.onloadend = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    signal?.addEventListener('abort', abort, { once: true })
    listen()
    request.send(file)
  })
}
