/** An upload that failed, in words for whoever chose the file. */
export class UploadError extends Error {
  /** The page has shown these words already. */
  readonly told: boolean
  constructor(message: string, told = false) {
    super(message)
    this.name = 'UploadError'
    this.told = told
  }
}
