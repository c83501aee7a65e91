import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import type { MediaItem } from './media-item.ts'

const MediaViewer = lazyDialog(() =>
  import('#client/features/media-viewer/media-viewer.tsx').then((m) => m.MediaViewer),
)

export interface MediaViewerHandle {
  open: (items: readonly MediaItem[], start: number) => void
  /** To be rendered anywhere on the page; nothing while it is closed. */
  element: ReactNode
}

/** The viewer, whose code comes when it is first opened. */
export function useMediaViewer(title: string): MediaViewerHandle {
  const { env } = useApp()
  const [shown, setShown] = useState<{ items: readonly MediaItem[]; start: number }>()
  return {
    open: (items, start) => setShown({ items, start }),
    element: shown ? (
      <MediaViewer
        styles={env.css['media-viewer']}
        title={title}
        items={shown.items}
        start={shown.start}
        onClose={() => setShown(undefined)}
      />
    ) : null,
  }
}
