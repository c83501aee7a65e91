import type { MouseEvent, ReactNode } from 'react'
import { pressedPicture } from './picture-links.ts'
import { useMediaViewer } from './use-media-viewer.tsx'

/** Clean HTML of editors or users; its pictures are links to themselves and open in the viewer. */
export function ProsePictures({
  html,
  title,
  className = 'prose',
}: {
  html: string
  title: string
  className?: string
}): ReactNode {
  const viewer = useMediaViewer(title)
  const handleClick = (event: MouseEvent<HTMLDivElement>): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const pressed = pressedPicture(event.currentTarget, event.target)
    if (!pressed) return
    event.preventDefault()
    viewer.open(pressed.items, pressed.start)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed, by mouse or key */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <div className={className} onClick={handleClick} dangerouslySetInnerHTML={{ __html: html }} />
      {viewer.element}
    </>
  )
}
