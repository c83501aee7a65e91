/** How hard a picture is: 1 for a quiet site, 3 under an attack. */
export type CaptchaLevel = 1 | 2 | 3

/** A slide puzzle; where its hole is stays with the server. */
export interface SlidePictures {
  /** Left edge of the piece in its place, pixels. */
  readonly x: number
  /** WebP in base64, 310 by 155, with the holes: each shows a thing. */
  readonly picture: string
  /** WebP in base64, 47 by 155, transparent but for the piece; it shows what one of the holes shows, drawn in another way. */
  readonly piece: string
}

/** Puzzles made ahead, so that nobody waits for the drawing. */
export interface PicturePool {
  /** A puzzle that nobody has had; drawn when none of its level is left. Rejects when too many wait for that already. */
  take(level?: CaptchaLevel): Promise<SlidePictures>
  /** Ends the drawing ahead; resolves when none is being drawn. */
  stop(): Promise<void>
}
