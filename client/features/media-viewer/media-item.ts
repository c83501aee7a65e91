import type { WorkMedia } from '#shared/contract/work.ts'

/** One thing that the viewer shows. */
export type MediaItem = WorkMedia

/** '第 2 张，共 5 张'. */
export function countText(index: number, count: number): string {
  return `第 ${index + 1} 件，共 ${count} 件`
}

/** What an item is called: its caption, else its kind. */
export function itemName({ kind, caption }: MediaItem, index: number): string {
  const kinds = { image: '图', video: '视频', audio: '录音' } as const
  return caption || `${kinds[kind]} ${index + 1}`
}
