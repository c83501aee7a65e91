import SparkMD5 from 'spark-md5'

/** What the page asks: one file, in pieces of so many bytes. */
export interface Md5Question {
  readonly file: Blob
  readonly chunkBytes: number
}
/** Bytes read so far; at last the fingerprint, or at which step it went wrong. */
export type Md5Answer =
  | { type: 'read'; bytes: number }
  | { type: 'done'; md5: string }
  | { type: 'failed'; step: 'read' | 'md5' }

interface WorkerScope {
  onmessage: ((event: MessageEvent<Md5Question>) => void) | null
  postMessage(answer: Md5Answer): void
}

async function readPiece(file: Blob, at: number, length: number): Promise<ArrayBuffer | undefined> {
  try {
    return await file.slice(at, at + length).arrayBuffer()
  } catch {
    // The file has gone, has changed, or may not be read.
    return undefined
  }
}

async function answer({ file, chunkBytes }: Md5Question, tell: (answer: Md5Answer) => void): Promise<void> {
  const md5 = new SparkMD5.ArrayBuffer()
  for (let at = 0; at < file.size; at += chunkBytes) {
    const piece = await readPiece(file, at, chunkBytes)
    if (!piece) return tell({ type: 'failed', step: 'read' })
    md5.append(piece)
    tell({ type: 'read', bytes: Math.min(at + chunkBytes, file.size) })
  }
  tell({ type: 'done', md5: md5.end() })
}

const scope = self as unknown as WorkerScope
scope.onmessage = (event) => {
  answer(event.data, (message) => scope.postMessage(message)).catch(() =>
    scope.postMessage({ type: 'failed', step: 'md5' }),
  )
}
