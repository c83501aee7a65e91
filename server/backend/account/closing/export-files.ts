import type { ExportFile } from './export-files-store.ts'

/** Where a file stands in the archive: its own name, which can't lead out of the folder, and unlike any other. */
export function fileNameIn({ id, name, objectKey }: Pick<ExportFile, 'id' | 'name' | 'objectKey'>): string {
  const safe = name
    .replace(/[\p{C}\\/:*?"<>|]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-80)
  // An avatar is kept as WebP, whatever it was when it came.
  const extension = objectKey.slice(objectKey.lastIndexOf('.'))
  return `上传文件/${id}-${safe.toLowerCase().endsWith(extension) ? safe : safe + extension}`
}
