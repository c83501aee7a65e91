import { MemoryFS } from '@electric-sql/pglite'

interface TemplateFile {
  /** Path inside the database's folder, with a slash before it. */
  readonly path: string
  readonly isFolder: boolean
  readonly bytes: Uint8Array
}

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

const block = 512
const root = '/pglite/data'
const regularFile = 0o100600

function text(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  return Buffer.from(bytes.buffer, bytes.byteOffset, end < 0 ? bytes.length : end).toString('latin1')
}

/** The files of a database's archive; their bytes stay where they are. */
export function readTemplate(archive: Uint8Array): TemplateFile[] {
  const files: TemplateFile[] = []
  for (let at = 0; at + block <= archive.length; ) {
    const path = text(archive.subarray(at, at + 100))
    if (!path) break
    const size = Number.parseInt(text(archive.subarray(at + 124, at + 136)), 8) || 0
    files.push({ path, isFolder: archive[at + 156] === '5'.charCodeAt(0), bytes: archive.subarray(at + block, at + block + size) })
    at += block + Math.ceil(size / block) * block
  }
  return files
}

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
  readonly #files: readonly TemplateFile[]

  constructor(files: readonly TemplateFile[]) {
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
