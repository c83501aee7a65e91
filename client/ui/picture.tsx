import type { ReactNode } from 'react'
import { pictureSrcSet } from '#shared/rules/picture-rules.ts'
import css from './picture.module.css'

/** cover 16:9, square 1:1, banner fills its box, work keeps the picture's own ratio, free has none. */
export type PictureRatio = 'cover' | 'square' | 'banner' | 'work' | 'free'

export interface PictureProps {
  src: string
  alt: string
  ratio: PictureRatio
  /** Pixels of the picture itself; needed for `work` and `free` so that nothing jumps. */
  width?: number
  height?: number
  sizes: string
  /** The largest picture of the first screen: loads at once and first. */
  eager?: boolean
  className?: string
}

const naturalSize: Partial<Record<PictureRatio, readonly [number, number]>> = { cover: [640, 360], square: [320, 320] }

/** A picture of a fixed ratio in the width that fits, late unless it is `eager`. */
export function Picture({
  src,
  alt,
  ratio,
  width,
  height,
  sizes,
  eager = false,
  className = '',
}: PictureProps): ReactNode {
  const srcSet = pictureSrcSet(src)
  const size = naturalSize[ratio]
  return (
    <img
      className={`${css.picture} ${css[ratio]} ${className}`.trim()}
      alt={alt}
      width={width ?? size?.[0]}
      height={height ?? size?.[1]}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      sizes={srcSet ? sizes : undefined}
      srcSet={srcSet}
      src={src}
    />
  )
}
