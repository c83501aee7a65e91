/** How hard a picture is: 1 for a quiet site, 3 under an attack. */
export type CaptchaLevel = 1 | 2 | 3

/** A slide puzzle; where its hole is stays with the server. */
export interface SlidePictures {
  /** Left edge of the piece when it is over or under its hole, pixels. */
  readonly x: number
  /** The hole stands in the upper row. */
  readonly isUpper: boolean
  /** WebP in base64, 310 by 155, with the holes: each shows a thing. */
  readonly picture: string
  /** WebP in base64, 47 by 155, transparent but for the piece; it shows what one of the holes shows, drawn in another way. */
  readonly piece: string
}

/** An image captcha. */
export interface LetterPicture {
  readonly text: string
  /** WebP in base64, 240 by 80. */
  readonly picture: string
}

/** Captchas, drawn beside the calls. `who`: the network that asks; all reject with `QueueFull` when too much waits. */
export interface CaptchaDrawing {
  slide(level: CaptchaLevel, who: string): Promise<SlidePictures>
  letters(level: CaptchaLevel, who: string): Promise<LetterPicture>
  speech(text: string, who: string): Promise<string>
  stop(): Promise<void>
}
