import { generatedPictureSize, pictureSrcSet } from '#shared/rules/picture-rules.ts'

/** Pictures in a column of text. */
const sizes = '(min-width: 769px) 704px, 94vw'

/**
 * Clean HTML whose pictures are links to themselves: they open in the viewer, and without script in the browser. Pictures of
 * ours come in the width that fits; the first one at once, since it is mostly on the first screen.
 */
export function withPictureLinks(clean: string): string {
  let count = 0
  let inLink = false
  return clean.replace(
    /<(\/?)a[ >]|<img src="([^"<>]*)"([^<>]*)>/g,
    (whole, end: string | undefined, src: string | undefined, rest = '') => {
      if (end !== undefined) inLink = end === ''
      if (src === undefined || inLink) return whole
      count += 1
      const srcSet = pictureSrcSet(src)
      const size = / width="/.test(rest) ? undefined : generatedPictureSize(src)
      const haste = count === 1 ? rest.replace(' loading="lazy"', ' fetchpriority="high"') : rest
      const measures = size ? ` width="${size.width}" height="${size.height}"` : ''
      const alt = / alt="([^"]*)"/.exec(rest)?.[1] ?? ''
      const name = alt === '' ? ` aria-label="看大图 ${count}"` : ''
      return `<a href="${src}" data-picture=""${name}><img src="${src}"${haste}${measures}${srcSet ? ` srcset="${srcSet}" sizes="${sizes}"` : ''}></a>`
    },
  )
}
