/** An upload that failed, in words for whoever chose the file. */
export class UploadError extends Error {
  /** The page has shown these words already. */
  readonly isShown: boolean
  constructor(message: string, isShown = false) {
    super(message)
    this.name = 'UploadError'
    this.isShown = isShown
  }
}
