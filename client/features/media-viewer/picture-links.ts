import type { MediaItem } from './media-item.ts'

function toItem(link: HTMLAnchorElement): MediaItem[] {
  const picture = link.querySelector('img')
  if (!picture) return []
  return [
    {
      kind: 'image',
      url: link.getAttribute('href') ?? picture.src,
      thumbnail: picture.currentSrc || picture.src,
      width: Number(picture.getAttribute('width')) || picture.naturalWidth || 1,
      height: Number(picture.getAttribute('height')) || picture.naturalHeight || 1,
      caption: link.closest('figure')?.querySelector('figcaption')?.textContent?.trim() || picture.alt,
    },
  ]
}

/** The picture link in `text` on which an event happened, with all pictures of the text; undefined for anything else. */
export function pressedPicture(
  text: HTMLElement,
  target: EventTarget | null,
): { items: MediaItem[]; start: number } | undefined {
  const pressed = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-picture]') : null
  if (!pressed) return undefined
  const links = [...text.querySelectorAll<HTMLAnchorElement>('a[data-picture]')]
  return { items: links.flatMap(toItem), start: links.indexOf(pressed) }
}
