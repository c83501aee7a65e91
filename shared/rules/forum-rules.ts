/** For so long, and while nobody has answered it, the author of a public comment may change it. */
export const commentEditMs = 10 * 60_000
