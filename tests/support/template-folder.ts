import { MemoryFS } from '@electric-sql/pglite'
import type { ArchiveEntry } from '#server/backend/db/template-archive.ts'

interface Ops {
  write(stream: { node: Node }, ...rest: unknown[]): number
}

/** What the embedded database's file system in memory keeps of a file. */
interface Node {
  contents: Uint8Array
  usedBytes: number
  stream_ops: Ops
  node_ops: { mknod(parent: Node, name: string, mode: number, device: number): Node }
}

const root = '/pglite/data'
const regularFile = 0o100600

/** Writes as `ops` does, but into a copy of the file's own: the bytes before belong to all databases. */
function copyOnWrite(ops: Ops): Ops {
  const own: Ops = {
    ...ops,
    write(stream, ...rest) {
      const { node } = stream
      if (node.stream_ops === own) Object.assign(node, { contents: new Uint8Array(node.contents), stream_ops: ops })
      return ops.write(stream, ...rest)
    },
  }
  return own
}

/**
 * A database's folder in memory that begins as a template and shares its bytes until it writes: nothing is copied for a test
 * file that opens one, which takes a quarter of the time of unpacking the archive.
 */
export class TemplateFolder extends MemoryFS {
  readonly #files: readonly ArchiveEntry[]

  constructor(files: readonly ArchiveEntry[]) {
    super()
    this.#files = files
  }

  override async initialSyncFs(): Promise<void> {
    const fs = this.pg?.Module.FS
    if (!fs) throw new Error('The file system has no database.')
    fs.mkdirTree(root, 0o700)
    const folderOf = (path: string): Node => fs.lookupPath(path, {}).node as unknown as Node
    const folders = new Map([[root, folderOf(root)]])
    let ops: Ops | undefined
    for (const { path, isFolder, bytes } of this.#files) {
      const whole = root + path
      const cut = whole.lastIndexOf('/')
      if (isFolder) fs.mkdir(whole, 0o700)
      if (isFolder) folders.set(whole, folderOf(whole))
      const folder = folders.get(whole.slice(0, cut))
      if (!folder) throw new Error(`The template has ${path} before its folder.`)
      if (isFolder) continue
      const node = folder.node_ops.mknod(folder, whole.slice(cut + 1), regularFile, 0)
      ops ??= copyOnWrite(node.stream_ops)
      Object.assign(node, { contents: bytes, usedBytes: bytes.length, stream_ops: ops })
    }
  }
}
