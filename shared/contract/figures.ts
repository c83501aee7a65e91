/** Where the embedded backend answers what operators measure of it: on its socket only, never by way of the site. */
export const figuresPath = '/figures'

/** Figures of the backend for the site's metrics. */
export interface BackendFigures {
  /** Codes of the current hour: sent, the most that are, and 1 once half of that is reached. */
  readonly sms: { readonly sent: number; readonly ceiling: number; readonly halfReached: 0 | 1 }
}
